// SPDX-License-Identifier: MIT
// What follows when a fluid turns into something else, or leaves. C and GLSL read this one file: fluid_group.c, and
// the kernel of a graphics processor.
//
// Before it is included: fluid_place leads to a group, fluid_who to a mover; BLOCK_AT(x, y) and VARIANT_AT(x, y) are
// those of a tile of the group, BLOCK(dx, dy) and VARIANT(dx, dy) beside the mover; VARIANTS(block), LOOSE_OF(block), HOLDS(block) and
// IS_LOOSE(block) tell of materials, KIND(member) of the mover's kind; and there are loam_fluids_set, fluid_become and
// fluid_note_converted.

/// A fluid leans to a random side. A solid gets an inner variant: slow rules will see if it is an edge. random has 8
/// bits.
void loam_fluids_convert(fluid_place group, uint32_t x, uint32_t y, uint8_t block, uint32_t random)
{
    loam_fluids_set(group, x, y, block, AS_BYTE(random * VARIANTS(block) >> 8));
    fluid_note_converted(group);
}

void loam_fluids_loosen(fluid_place group, uint32_t x, uint32_t y)
{
    const uint8_t loose = LOOSE_OF(BLOCK_AT(x, y));
    if (loose != LOAM_AIR)
    {
        loam_fluids_set(group, x, y, loose, AS_BYTE((VARIANT_AT(x, y) & 15) | FLUID_STOOD));
    }
}

void loam_fluids_undermine(fluid_place group, uint32_t x, uint32_t y)
{
    loam_fluids_loosen(group, x, y + 1);
    if (!HOLDS(BLOCK_AT(x, y + 1)))
    {
        loam_fluids_loosen(group, x - 1, y + 1);
        loam_fluids_loosen(group, x + 1, y + 1);
    }
}

void loam_fluids_displaced(fluid_place group, fluid_who mover, uint32_t to_x, uint32_t to_y)
{
    const uint8_t variant = VARIANT(0, 0); // of what is here now
    if (IS_LOOSE(BLOCK(0, 0)) && (variant & FLUID_STOOD) != 0 && to_x != OF(mover, x) &&
        to_y != OF(mover, y) + 1)
    {
        fluid_become(group, mover, AS_BYTE(variant & ~FLUID_STOOD));
        loam_fluids_loosen(group, to_x, to_y + 1);
    }
}

bool loam_fluids_react(fluid_place group, fluid_who mover, fluid_random random)
{
    const uint8_t left = BLOCK(-1, 0), right = BLOCK(1, 0), above = BLOCK(0, 1),
                  below = BLOCK(0, -1);
    for (int32_t i = 0; i < LOAM_MAX_CONTACTS; i++)
    {
        const uint8_t with = KIND(contacts[i]);
        const bool meets = with != LOAM_AIR &&
                           (left == with || right == with || above == with || below == with);
        if (meets && DRAW(random, 10 * i, 10) < KIND(contact_chances[i]))
        {
            loam_fluids_convert(group, OF(mover, x), OF(mover, y), KIND(contact_results[i]),
                                DRAW(random, 50, 8));
            return true;
        }
    }
    return false;
}

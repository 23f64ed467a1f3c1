// SPDX-License-Identifier: MIT
#include "window/painter.h"

box box_cut(box a, box b)
{
    const int32_t x = a.x > b.x ? a.x : b.x, y = a.y > b.y ? a.y : b.y;
    const int32_t right = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    const int32_t bottom = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    return right > x && bottom > y ? (box){x, y, right - x, bottom - y} : (box){x, y, 0, 0};
}

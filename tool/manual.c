// SPDX-License-Identifier: MIT
#include "tool.h"

#include "loam/base.h"

#ifdef LOAM_HAS_WINDOW
#include "play/bindings.h"
#endif

#include <ctype.h>
#include <string.h>

// The manual page and the completion for bash, from the same tables as everything else.

// ---- roff ---------------------------------------------------------------------------------------

/// Text as roff wants it: no line may start with a control character, '-' is a minus sign.
static void print_roff(FILE *out, const char *words)
{
    if (*words == '.' || *words == '\'')
    {
        fputs("\\&", out);
    }
    for (const char *c = words; *c != '\0'; c++)
    {
        switch (*c)
        {
        case '\\':
            fputs("\\e", out);
            break;
        case '-':
            fputs("\\-", out);
            break;
        default:
            fputc(*c, out);
        }
    }
}

static void print_roff_option(FILE *out, const tool_option *option)
{
    text usage = {0}, accepted = {0};
    option_add_usage(&usage, option);
    option_add_accepted(&accepted, option);
    fputs(".TP\n.B ", out);
    print_roff(out, text_get(&usage));
    fputc('\n', out);
    print_roff(out, option->help);
    if (option->kind != OPTION_FLAG && option->kind != OPTION_TEXT)
    {
        fputs(": ", out);
        print_roff(out, text_get(&accepted));
    }
    fputs(".\n", out);
    if (option->standard != NULL)
    {
        fputs("The default is ", out);
        print_roff(out, option->standard);
        fputs(".\n", out);
    }
    text_free(&usage);
    text_free(&accepted);
}

static void print_roff_verb(FILE *out, const tool_verb *verb)
{
    fprintf(out, ".SS loam %s\n%c", verb->name, toupper((unsigned char)verb->summary[0]));
    print_roff(out, verb->summary + 1);
    fputs(".\n", out);
    print_roff(out, verb->details);
    fputc('\n', out);
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        print_roff_option(out, option);
    }
    fputs(".PP\nExample:\n.PP\n.RS\n.nf\n", out);
    print_roff(out, verb->example);
    fputs("\n.fi\n.RE\n", out);
}

#ifdef LOAM_HAS_WINDOW
/// What keys, mouse and gamepad do in the game, unless the player chooses otherwise.
static void print_roff_keys(FILE *out)
{
    const play_bindings bindings = play_default_bindings();
    const char *group = "";
    fputs(".SH KEYS\nOf the game and the explorers, with the gamepad's in brackets. All of them "
          "can be "
          "changed in its "
          "settings; the slots of the hotbar have the keys 1 to 9 and 0.\n",
          out);
    for (play_action action = 0; action < PLAY_ACTIONS; action++)
    {
        char keys[128], pad[64];
        play_binding_keys(&bindings, action, keys, sizeof keys);
        play_binding_text(&bindings, action, INPUT_GAMEPAD, pad, sizeof pad);
        if (strcmp(group, play_action_group(action)) != 0)
        {
            group = play_action_group(action);
            fprintf(out, ".SS %s\n", group);
        }
        fputs(".TP\n.B ", out);
        print_roff(out, keys);
        fputc('\n', out);
        print_roff(out, play_action_name(action));
        fprintf(out, pad[0] != '\0' ? " (%s)\n" : "\n", pad);
    }
}
#endif

void tool_print_manual(FILE *out)
{
    fprintf(out, ".TH LOAM 1 \"\" \"loam %s\" \"User Commands\"\n", loam_version());
    fputs(".SH NAME\nloam \\- grows endless game worlds from a seed\n", out);
    fputs(".SH SYNOPSIS\n.B loam\n.I verb\n.RI [ options ]\n.SH DESCRIPTION\n", out);
    fputs("Options are given as \\-\\-name value or \\-\\-name=value. Whatever follows a\n"
          "lone \\-\\- is no option. The same seed gives the same world, to the bit, on every\n"
          "machine and with any number of threads.\n.SH VERBS\n",
          out);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        print_roff_verb(out, tool_verbs[i]);
    }
#ifdef LOAM_HAS_WINDOW
    print_roff_keys(out);
#endif
    fputs(".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nfailed\n.TP\n.B 2\nbad usage\n", out);
}

// ---- bash ---------------------------------------------------------------------------------------

/// How long the first word of a verb is.
static size_t first_length(const tool_verb *verb)
{
    return strcspn(verb->name, " ");
}

/// Whether a verb is the first in the list with its first word.
static bool is_first(int index)
{
    const size_t length = first_length(tool_verbs[index]);
    for (int i = 0; i < index; i++)
    {
        if (first_length(tool_verbs[i]) == length &&
            strncmp(tool_verbs[i]->name, tool_verbs[index]->name, length) == 0)
        {
            return false;
        }
    }
    return true;
}

/// The first words of all verbs, each once, with a blank behind.
static void print_first_words(FILE *out)
{
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        if (is_first(i))
        {
            fprintf(out, "%.*s ", (int)first_length(tool_verbs[i]), tool_verbs[i]->name);
        }
    }
}

/// The second words of verbs that start with this one, each with a blank behind.
static void print_second_words(FILE *out, const char *first, size_t length)
{
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const char *name = tool_verbs[i]->name;
        if (strncmp(name, first, length) == 0 && name[length] == ' ')
        {
            fprintf(out, "%s ", name + length + 1);
        }
    }
}

static void print_names(FILE *out, const tool_verb *verb)
{
    if (verb == &verb_help)
    {
        print_first_words(out);
    }
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        if (option->operand && option->kind == OPTION_CHOICE)
        {
            for (int32_t i = 0; option_choice(option, i) != NULL; i++)
            {
                fprintf(out, "%s ", option_choice(option, i));
            }
        }
        else if (!option->operand)
        {
            fprintf(out, "--%s ", option->name);
        }
    }
    print_second_words(out, verb->name, strlen(verb->name));
    fputs("--help", out);
}

static void print_values(FILE *out, const tool_verb *verb)
{
    for (const tool_option *option = verb->options; option->name != NULL; option++)
    {
        if (option->operand || (option->kind != OPTION_CHOICE && option->kind != OPTION_FILE))
        {
            continue;
        }
        fprintf(out, "        \"%s --%s\"", verb->name, option->name);
        if (option->letter != 0)
        {
            fprintf(out, "|\"%s -%c\"", verb->name, option->letter);
        }
        if (option->kind == OPTION_FILE)
        {
            fputs(") mapfile -t COMPREPLY < <(compgen -f -P \"$prefix\" -- \"$word\"); return ;;\n",
                  out);
            continue;
        }
        fputs(") words=\"", out);
        for (int32_t i = 0; option_choice(option, i) != NULL; i++)
        {
            fprintf(out, "%s%s", i > 0 ? " " : "", option_choice(option, i));
        }
        fputs("\" ;;\n", out);
    }
}

/// Each verb on its own, and each first word that is none, as the words of a case statement.
static void print_cases(FILE *out)
{
    fputs("        case \"$verb\" in\n", out);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        const size_t length = first_length(tool_verbs[i]);
        const bool group_alone = tool_verbs[i]->name[length] == ' ' && is_first(i);
        if (group_alone)
        {
            fprintf(out, "        \"%.*s\") words=\"", (int)length, tool_verbs[i]->name);
            print_second_words(out, tool_verbs[i]->name, length);
            fputs("\" ;;\n", out);
        }
        fprintf(out, "        \"%s\") words=\"", tool_verbs[i]->name);
        print_names(out, tool_verbs[i]);
        fputs("\" ;;\n", out);
    }
    fputs("        esac\n", out);
}

void tool_print_completion(FILE *out)
{
    fputs("# Completion of loam for bash, printed by `loam help --bash`.\n"
          "_loam() {\n"
          "    local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
          "    local verb=\"${COMP_WORDS[1]}\" words=\"\" prefix=\"\"\n"
          "    COMPREPLY=()\n"
          "    # --kind=s comes as three words, or as one if the user took = out of "
          "COMP_WORDBREAKS.\n"
          "    if [ \"$word\" = = ]; then\n"
          "        word=\"\"\n"
          "    elif [ \"$before\" = = ]; then\n"
          "        before=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
          "    elif [[ \"$word\" == --*=* ]]; then\n"
          "        before=\"${word%%=*}\" prefix=\"${word%%=*}=\" word=\"${word#*=}\"\n"
          "    fi\n"
          "    if [ \"$COMP_CWORD\" -gt 2 ]; then\n"
          "        case \"$verb ${COMP_WORDS[2]}\" in\n",
          out);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        if (strchr(tool_verbs[i]->name, ' ') != NULL)
        {
            fprintf(out, "        \"%s\") verb=\"%s\" ;;\n", tool_verbs[i]->name,
                    tool_verbs[i]->name);
        }
    }
    fputs("        esac\n    fi\n    case \"$verb $before\" in\n", out);
    for (int i = 0; tool_verbs[i] != NULL; i++)
    {
        print_values(out, tool_verbs[i]);
    }
    fputs("    esac\n    if [ -z \"$words\" ]; then\n", out);
    print_cases(out);
    fputs("    fi\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words=\"", out);
    print_first_words(out);
    fputs("--help --version\"\n    fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -P \"$prefix\" -- \"$word\")\n"
          "}\n"
          "complete -o filenames -F _loam loam\n",
          out);
}

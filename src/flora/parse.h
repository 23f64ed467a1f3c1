// SPDX-License-Identifier: MIT
// From the text of a grammar to its tables.
#ifndef LOAM_FLORA_PARSE_H
#define LOAM_FLORA_PARSE_H

#include "flora/scan.h"

/// Reads the grammar's text into its tables, which are empty.
loam_result loam_flora_parse(loam_grammar *grammar);

/// The names that an expression may use.
typedef struct flora_parser
{
    flora_scan scan;
    loam_grammar *grammar;
    flora_name parameters[LOAM_GRAMMAR_MAX_PARAMETERS];
    uint32_t parameter_count;
    uint32_t seen;  // settings, a bit each
    uint32_t depth; // of brackets in the expression
} flora_parser;

/// Reads an expression and adds it to the grammar; *out is its index.
loam_result loam_flora_parse_expression(flora_parser *parser, uint32_t *out);

/// Whether a constant, a fact of the site or a function has this name.
bool loam_flora_name_known(const flora_parser *parser, flora_name name);

#endif

// SPDX-License-Identifier: MIT
// A trace of a pipeline's work in the Chrome trace format, which Perfetto and chrome://tracing open.
#ifndef LOAM_TOOL_TRACE_H
#define LOAM_TOOL_TRACE_H

#include "loam/pipeline.h"

typedef struct trace trace;

/// NULL, with a message in loam_last_error(), if there is no memory.
trace *trace_create(void);
void trace_destroy(trace *file); // NULL is allowed

/// For loam_pipeline_def: `def.trace = trace_event; def.trace_user = trace;`. From any thread.
void trace_event(void *file, const loam_trace_event *event);

/// Writes what was traced so far.
loam_result trace_write(trace *file, const char *path);

#endif

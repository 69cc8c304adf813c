// SPDX-License-Identifier: GPL-2.0-only
/// Leave the checks of the owner to the fast paths.
///
// Confidence: High
// Options: --no-includes

@@
expression condition;
@@
- DEBUG_RWSEMS_WARN_ON(condition);

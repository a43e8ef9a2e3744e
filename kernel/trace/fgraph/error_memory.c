// SPDX-License-Identifier: GPL-2.0
/*
 * error_memory.c - tell which function made an error
 *
 * A function that returns an error has made it, unless a function that it called has
 * returned the same one. If one that it called returned another error, NULL or false,
 * that one is the cause:
 *
 *	do_mlock()
 *	  check_vma_flags() = -14	made in check_vma_flags
 *	  up_read()
 *	do_mlock() = -12		made in do_mlock, was -14 in check_vma_flags
 *
 * Errors of a function that succeeds are handled, and go no further. But it may have put
 * the errno somewhere, where a function finds it that nobody has returned it to:
 *
 *	ext4_mb_new_blocks()
 *	  ext4_claim_free_clusters() = -28
 *	ext4_mb_new_blocks() = 0
 *	ext4_ext_map_blocks() = -28	made here, likely -28 in ext4_claim_free_clusters
 *
 * So does one that is given the errno, and returns it: chdir("") calls getname_flags(), and
 * then filename_lookup() with the error for a name. Both return -2. The second one is
 * named, and the first one as a likely cause.
 *
 * It was not given if both are called at the same place, in a loop that asks one after the
 * other. If three functions or more return the same errno in turn, their caller may have
 * asked all of them, and return the errno itself at the end. The last one is named, with a
 * question mark, and the caller as a likely cause.
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "error_memory.h"
#include "error_name.h"

/* These are made of each other on the way out */
static u16 plain(u16 error)
{
	return fgraph_is_restart(error) ? EINTR : error;
}

/**
 * fgraph_is_same_error - whether one error may have become the other on the way out
 * @one: an errno, FGRAPH_NULL, or 0
 * @other: another one
 *
 * Context: any, NMI included
 */
bool fgraph_is_same_error(u16 one, u16 other)
{
	return one == other || plain(one) == plain(other);
}

/* An error takes the place of those that are worth less, or as much and older */
static int worth_of(const struct fgraph_origin *origin)
{
	if (!origin->error)
		return 0;
	if (origin->error == FGRAPH_NULL)
		return 1;
	return origin->handled ? 2 : 3;
}

/* Returns what is not kept any more. Its error is 0 if there was room */
static struct fgraph_origin insert(struct fgraph_errors *errors,
				   const struct fgraph_origin *origin)
{
	struct fgraph_origin next = *origin;
	int i, worth = worth_of(origin);

	for (i = 0; i < FGRAPH_ERRORS; i++) {
		struct fgraph_origin *kept = &errors->errors[i];
		bool is_last = !kept->error || fgraph_is_same_error(kept->error, origin->error);
		int worth_of_kept = worth_of(kept);

		if (worth >= worth_of_kept) {
			swap(next, *kept);
			worth = worth_of_kept;
		}
		if (is_last)
			break;
	}
	return next;
}

static const struct fgraph_origin *find_failure(const struct fgraph_errors *errors, u16 error)
{
	int i;

	for (i = 0; i < FGRAPH_ERRORS; i++) {
		if (fgraph_is_failure(&errors->errors[i]) &&
		    fgraph_is_same_error(errors->errors[i].error, error))
			return &errors->errors[i];
	}
	return NULL;
}

static void hint_at_null(struct fgraph_errors *errors, const struct fgraph_origin *origin)
{
	if (origin->cause_error) {
		errors->hint = origin->cause;
		errors->hint_error = origin->cause_error;
		errors->hint_why = FGRAPH_CAUSE_HIDDEN;
	} else {
		fgraph_errors_hint(errors, origin->func, FGRAPH_CAUSE_NULL);
	}
}

/* Another function has returned the same errno to the caller before */
static void find_earlier(const struct fgraph_origin *before, struct fgraph_origin *origin,
			 u32 caller, u32 site)
{
	origin->again = true;
	if (before->again) {
		origin->cause = caller;
		origin->guessed = true;
	} else if (origin->why != FGRAPH_CAUSE_ERROR && (before->why || before->cause != site)) {
		origin->cause = before->func;
	} else {
		return;
	}
	origin->cause_error = origin->error;
	origin->why = FGRAPH_CAUSE_SAME;
}

/**
 * fgraph_errors_add - keep an error that a called function returned
 * @errors: what is kept for the caller
 * @origin: the error, and where it comes from
 * @caller: key of the caller
 * @site: key of the address where the function returns to
 *
 * One of the same errno is replaced. If there is no room, the oldest errno goes, but none
 * for NULL.
 *
 * Context: any, NMI included
 * Return: what is not kept any more. Its error is 0 if there was room
 */
struct fgraph_origin fgraph_errors_add(struct fgraph_errors *errors,
				       const struct fgraph_origin *origin, u32 caller, u32 site)
{
	struct fgraph_origin kept = *origin;
	const struct fgraph_origin *before;

	if (origin->error == FGRAPH_NULL) {
		hint_at_null(errors, origin);
		return insert(errors, &kept);
	}
	before = find_failure(errors, origin->error);
	kept.again = false;
	if (before && before->func != origin->func)
		find_earlier(before, &kept, caller, site);
	if (!kept.why)
		kept.cause = site;
	return insert(errors, &kept);
}

/**
 * fgraph_errors_hand_up - keep what a called function has handled, as possible causes
 * @errors: what is kept for the caller
 * @inner: what is kept for the called function, which succeeds
 *
 * Context: any, NMI included
 */
void fgraph_errors_hand_up(struct fgraph_errors *errors, const struct fgraph_errors *inner)
{
	int i;

	for (i = FGRAPH_ERRORS - 1; i >= 0; i--) {
		struct fgraph_origin handled = {
			.func = inner->errors[i].func,
			.error = inner->errors[i].error,
			.handled = true,
		};

		if (fgraph_is_failure(&inner->errors[i]))
			insert(errors, &handled);
	}
}

/**
 * fgraph_errors_forget - drop what is kept for a function, which fails
 * @errors: what is kept for the function
 *
 * Context: any, NMI included
 */
void fgraph_errors_forget(struct fgraph_errors *errors)
{
	int i;

	for (i = 0; i < FGRAPH_ERRORS; i++)
		errors->errors[i].error = 0;
	errors->hint_why = FGRAPH_CAUSE_NONE;
}

/* What an error of a function is made of: the newest errno that is kept, or the hint */
static void find_cause(const struct fgraph_errors *errors, struct fgraph_origin *origin)
{
	const struct fgraph_origin *newest = &errors->errors[0];

	if (fgraph_is_failure(newest)) {
		origin->cause = newest->func;
		origin->cause_error = newest->error;
		origin->why = FGRAPH_CAUSE_ERROR;
	} else {
		origin->cause = errors->hint;
		origin->cause_error = errors->hint_error;
		origin->why = errors->hint_why;
	}
}

/**
 * fgraph_errors_hide - keep the error that NULL or false of a called function hides
 * @errors: what is kept for the caller
 * @inner: what is kept for the called function
 *
 * Context: any, NMI included
 * Return: whether there is one
 */
bool fgraph_errors_hide(struct fgraph_errors *errors, const struct fgraph_errors *inner)
{
	struct fgraph_origin hidden = {};

	find_cause(inner, &hidden);
	if (!hidden.cause_error)
		return false;
	errors->hint = hidden.cause;
	errors->hint_error = hidden.cause_error;
	errors->hint_why = FGRAPH_CAUSE_HIDDEN;
	return true;
}

/**
 * fgraph_errors_find - tell where an error comes from that a function returns
 * @errors: what is kept for the function, or NULL
 * @func: key of the function
 * @error: the errno, or FGRAPH_NULL
 * @origin: where to put it
 *
 * Context: any, NMI included
 */
void fgraph_errors_find(const struct fgraph_errors *errors, u32 func, u16 error,
			struct fgraph_origin *origin)
{
	int i;

	*origin = (struct fgraph_origin) { .func = func, .error = error };
	if (!errors)
		return;
	for (i = 0; i < FGRAPH_ERRORS; i++) {
		const struct fgraph_origin *kept = &errors->errors[i];

		if (!fgraph_is_same_error(kept->error, error))
			continue;
		if (kept->handled) {
			origin->cause = kept->func;
			origin->cause_error = kept->error;
			origin->why = FGRAPH_CAUSE_SAME;
		} else {
			*origin = *kept;
			if (!origin->why)
				origin->cause = 0;
			origin->error = error;
			origin->recursive = origin->func == func;
		}
		return;
	}

	/* There was no room for NULL beside two errnos */
	if (error == FGRAPH_NULL && errors->hint_why == FGRAPH_CAUSE_NULL) {
		origin->func = errors->hint;
		origin->recursive = origin->func == func;
	} else {
		find_cause(errors, origin);
	}
}

/* A stand-in for a collector of ITT: it notes the begin and the end of each task, with its thread, in the file that ITT_NOTES names. As
 * collectors do it fills in the list of functions that the program hands it, unless it is built with BY_NAME, and then has the functions
 * only. With ITT_REFUSES set it makes no domain, with ITT_SLEEPS one whose tasks it does not want. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct id { unsigned long long parts[3]; };
struct domain { volatile int flags; const char *name; void *wide; int extra; void *further; struct domain *next; };
struct entry { const char *name; void **function; void *first, *none; int group; };
struct global {
	unsigned char magic[8];
	unsigned long major, minor, build;
	volatile long initialized, has_mutex, count;
	pthread_mutex_t mutex;
	void *library, *error_handler;
	const char **path;
	struct entry *list;
};

static void note(char sign, const char *name) {
	FILE *f = fopen(getenv("ITT_NOTES"), "a");
	if (!f) return;
	fprintf(f, "%d %c %s\n", (int)gettid(), sign, name);
	fclose(f);
}

static struct domain only;

struct domain *__itt_domain_create(const char *name) {
	if (getenv("ITT_REFUSES")) return NULL;
	only = (struct domain){.flags = !getenv("ITT_SLEEPS"), .name = strdup(name)};
	return &only;
}

void *__itt_string_handle_create(const char *name) { return strdup(name); }

void __itt_task_begin(const struct domain *of, struct id id, struct id parent, void *handle) {
	if (of != &only || id.parts[0] || id.parts[2] || parent.parts[0] || parent.parts[2]) abort();
	note('+', handle);
}

void __itt_task_end(const struct domain *of) {
	if (of != &only) abort();
	note('-', "");
}

#ifndef BY_NAME
void __itt_api_init(struct global *of, int groups) {
	static const unsigned char magic[] = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30};
	if (memcmp(of->magic, magic, sizeof magic) || of->major != 3 || groups != -1 || !of->has_mutex || of->initialized) abort();
	pthread_mutex_lock(&of->mutex);
	pthread_mutex_lock(&of->mutex);
	for (struct entry *e = of->list; e->name; e++) {
		if (!e->none || !(e->group & 1 << 12)) abort();
		*e->function = !strcmp(e->name, "__itt_domain_create")        ? (void *)__itt_domain_create
			       : !strcmp(e->name, "__itt_string_handle_create") ? (void *)__itt_string_handle_create
			       : !strcmp(e->name, "__itt_task_begin")           ? (void *)__itt_task_begin
			       : !strcmp(e->name, "__itt_task_end")             ? (void *)__itt_task_end
									  : e->none;
	}
	pthread_mutex_unlock(&of->mutex);
	pthread_mutex_unlock(&of->mutex);
}
#endif

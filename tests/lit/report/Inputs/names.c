#include <stdlib.h>
#include <string.h>

#define COPY(s) strdup(s)

static char *copy(const char *text) {
	return text ? strdup(text) : NULL;
}

int check(const char *name) {
	char *mine = copy(name);
	if (!mine)
		return 0;
	if (strlen(mine) > 9) /* größer als */ return -1;
	free(mine);
	/* custody-ignore: kept until the end */
	return strlen(COPY(name));
}

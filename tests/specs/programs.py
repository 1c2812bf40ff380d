"""Makes, of one fact, two pieces of C that must behave differently under LeakSanitizer.

    own, out  the call alone leaks;                           the call and the release of what it made does not
    frees     the argument made and not given leaks it;       made and given does not
    takes     the same, and what took it is released too

The call comes from the declaration: each argument is a value for its type, made and released as a library's book
(recipes/LIBRARY.json) says, else an object from a function that the model says makes one of that type, else a string or a
number. What the model says of the rest of the function is respected: what else it makes is released, what else it takes is
not. Where that is not enough the book gives an argument, code around the call, or both pieces whole.

A condition of the fact (`when return == 0`) is tested after the call, and the memory must be there: else the program
ends with UNMET, and nothing is shown.
"""

import re

UNMET = 41
NUMBERS = set("int long short char unsigned size_t ssize_t off_t time_t double float gint guint gsize gssize glong gulong "
              "gboolean gint64 guint64 guint32 guint16 gint32 gdouble gchar guchar gunichar uint32_t int32_t uint64_t "
              "int64_t uint16_t uint8_t mp_bitcnt_t uLong uInt sqlite3_int64 sqlite_int64 json_int_t PCRE2_SIZE XML_Bool "
              "cJSON_bool json_bool uLongf z_size_t mode_t pid_t socklen_t XML_Size wchar_t mp_size_t".split())
TEXT = re.compile(r"(const )?(unsigned )?(char|gchar|guchar|xmlChar|XML_Char|XML_LChar|PCRE2_UCHAR8|Bytef|void|uint8_t) \*$")
# Arguments that mean the same in every library.
NAMES = {"mode": '"r"', "modes": '"r"', "path": '"/etc/passwd"', "filename": '"/etc/passwd"', "file": '"/etc/passwd"',
         "dir": '"/"', "fmt": '"a"', "format": '"a"', "len": "1", "length": "1", "size": "16"}


class CannotGenerate(Exception):
    pass


def plain(type):
    return re.sub(r"\s*\*\s*", "*", re.sub(r"\bconst\b ?", "", type)).strip()


def is_pointer(type):
    return "*" in type


def relative(place, param):
    """The way from a parameter to a place behind it, with `$` for the parameter; nothing if the place is elsewhere."""
    shape, count = re.subn(r"(?<![\w>.])%s\b" % re.escape(param), "$", place, count=1)
    return shape if count else None


def holds(condition, value):
    wanted = 0 if condition.value == "null" else int(condition.value)
    return {"==": value == wanted, "!=": value != wanted, "<": value < wanted, "<=": value <= wanted,
            ">": value > wanted, ">=": value >= wanted}[condition.relation]


def kind_of_recipe(kind):
    """Whether memory comes back as the result or behind a parameter makes no difference to who writes a recipe."""
    return "own" if kind == "out" else kind


class Value:
    """An argument: code that makes it, the expression, code that releases it, and what else it took to make it."""

    def __init__(self, expression, make="", free="", rest=""):
        self.expression, self.make, self.free, self.rest = expression, make, free, rest


class Call:
    """A call of a modelled function with a value for each argument."""

    def __init__(self, makes, line, names, values, function, result):
        self.makes, self.line, self.names, self.values = makes, line, names, values
        self.function, self.result = function, result

    def place(self, text):
        for param, name in self.names.items():
            text = re.sub(r"(?<![\w>.])%s\b" % re.escape(param), name, text)
        return text.replace("return", self.result).replace("[]", "[0]")


class Generator:
    def __init__(self, model, families, functions, book):
        self.model, self.families, self.functions, self.book = model, families, functions, book
        self.counter = 0

    def fresh(self, stem):
        """A name for a variable that no other piece of the program has."""
        self.counter += 1
        return "%s_%d" % (re.sub(r"\W", "", stem) or "v", self.counter)

    # Values.

    def value(self, param, function, conditions, depth, given):
        """A value for the parameter that satisfies the conditions on it."""
        if param.name in given:
            return Value(given[param.name])
        about = [c for c in conditions if c.place == param.name]
        consumed = [f for f in function.facts if f.kind in ("frees", "takes") and f.place == param.name]
        if any(c.value == "null" and c.relation == "==" for c in about):
            return Value("0")
        numeric = [c for c in about if c.value != "null"]
        if param.is_function or plain(param.type) in self.book.get("functions", {}):
            default = self.book.get("functions", {}).get(plain(param.type), "free")
            return Value(default if [c for c in about if c.relation == "!="] else "0")
        if numeric:
            fitting = [n for n in (1, 2, 0, -1, 3, 16, -2) if all(holds(c, n) for c in numeric)]
            if not fitting:
                raise CannotGenerate("no number at hand fits what is said of " + param.name)
            return Value(str(fitting[0]))
        for type in [consumed[0].family] if consumed else []:
            if "family " + type in self.book.get("values", {}):
                return self.from_book("family " + type, param)
        to_fill = [f for f in function.facts if f.kind == "out" and not f.reallocates and
                   relative(f.place, param.name) not in (None, "$", "*$")]
        if to_fill:
            return self.zeroed(param, self.fresh(param.name))
        if param.name in self.book.get("names", {}) and not consumed:
            return Value(self.book["names"][param.name])
        if plain(param.type) in self.book.get("values", {}):
            return self.from_book(plain(param.type), param)
        if consumed and consumed[0].family in ("", "malloc") and TEXT.match(param.type):
            name = self.fresh(param.name)
            return Value(name, "void *%s = strdup(\"abc\");" % name, "free(%s);" % name)
        return self.by_type(param, function, depth, consumed, about)

    def from_book(self, type, param):
        recipe, name = self.book["values"][type], self.fresh(param.name)
        if isinstance(recipe, str):
            return Value(recipe)
        return Value(*(recipe.get(key, default).replace("$", name)
                       for key, default in (("value", "$"), ("make", ""), ("free", ""), ("rest", ""))))

    def by_type(self, param, function, depth, consumed, about):
        type, name = plain(param.type), self.fresh(param.name)
        behind = [f for f in function.facts if relative(f.place, param.name) not in (None, "$")]
        released = [f for f in behind if f.kind == "frees"]
        if released:
            return self.filled(param, released[0], depth)
        if type.endswith("**") and not consumed:  # a pointer for the function to set
            return Value("&" + name, "%s %s = 0;" % (re.sub(r"\bconst\b ?", "", param.type)[:-1], name))
        if behind:
            return self.zeroed(param, name)
        if not consumed and param.name in NAMES and (TEXT.match(param.type) or type in NUMBERS):
            return Value(NAMES[param.name])
        if not consumed and TEXT.match(param.type):
            if "const" in param.type:
                return Value("text")
            return Value("0" if type == "void*" else name, "" if type == "void*" else "char %s[4096] = \"a\";" % name)
        if set(type.split()) <= NUMBERS:
            return Value("1")
        if set(type.rstrip("*").split()) <= NUMBERS:
            return Value("&" + name, "%s %s = 0;" % (type.rstrip("*"), name))
        made = self.constructed(type, consumed[0].family if consumed else None, name, depth)
        if made:
            return made
        if is_pointer(type) and (consumed or about):
            raise CannotGenerate("no value of type %s" % param.type)
        return Value("0")

    def zeroed(self, param, name):
        return Value("&" + name, "__typeof__(*(%s)0) %s; memset(&%s, 0, sizeof %s);" % (param.type, name, name, name))

    def filled(self, param, released, depth):
        """A structure that another function has filled with what this one releases."""
        shape = relative(released.place, param.name)
        for maker in self.model.functions.values():
            for fact in maker.facts:
                for target in maker.params:
                    if fact.kind == "out" and fact.family == released.family and plain(target.type) == plain(param.type) \
                            and relative(fact.place, target.name) == shape and depth < 2:
                        name = self.fresh(param.name)
                        call = self.call(maker, fact.when, depth + 1, {target.name: "&" + name})
                        make = self.zeroed(param, name).make + call.makes + call.line + self.checks(call, fact)
                        return Value("&" + name, make, self.release(fact, call, maker, depth + 1), self.frees(call, fact))
        raise CannotGenerate("nothing fills %s" % released.place)

    def constructed(self, type, family, name, depth):
        """An object of that type from the simplest function that the model says makes one."""
        if depth >= 3 or not (is_pointer(type) or family):
            return None
        makers = []
        for maker in self.model.functions.values():
            for fact in maker.facts:
                if fact.kind == "own" and not fact.reallocates and plain(maker.returns) == type and not maker.aliases and \
                        family in (None, "", fact.family) and not maker.variadic:
                    hard = sum(not (set(plain(p.type).split()) <= NUMBERS) for p in maker.params)
                    wanted = maker.name in self.book.get("makers", [])
                    makers.append((not wanted, hard, len(maker.params), maker.name, fact))
        for _, _, _, maker, fact in sorted(makers, key=lambda m: m[:4])[:4]:
            try:
                call = self.call(self.model.functions[maker], fact.when, depth + 1, {})
                free = self.release(fact, call, self.model.functions[maker], depth + 1)
                make = call.makes + call.line + self.checks(call, fact)
                return Value(call.result, make, free, self.frees(call, fact))
            except CannotGenerate:
                continue
        return None

    # Calls.

    def call(self, function, conditions, depth, given):
        recipe = self.book.get("calls", {}).get(function.name, {})
        given = dict(recipe.get("args", {}), **given)
        makes, names, values, arguments = recipe.get("before", ""), {}, {}, []
        for param in function.params:
            value = self.value(param, function, conditions, depth, given)
            name = self.fresh(param.name)
            if "va_list" in param.type:
                raise CannotGenerate("a va_list is needed")
            cast = "(void *)" if param.is_function or is_pointer(param.type) else ""
            makes += value.make + "%s %s = %s%s;" % (param.type, name, cast, value.expression)
            names[param.name], values[param.name] = name, value
            arguments.append(name)
        arguments += recipe.get("more", [])
        result = self.fresh("result")
        line = "%s(%s);" % (function.name, ", ".join(arguments))
        if function.returns != "void":
            line = "%s %s = %s" % (function.returns, result, line)
        call = Call(makes, line, names, values, function, result)
        call.line += call.place(recipe.get("after", ""))
        return call

    def checks(self, call, fact):
        """Code that ends the program where the fact does not speak of this call."""
        code = ""
        for condition in fact.when:
            if not condition.after and "return" not in condition.place:
                continue  # about values before the call, which were chosen so
            text = "%s %s %s" % (call.place(condition.place), condition.relation, condition.value.replace("null", "0"))
            code += "if (!(%s)) unmet(\"%s\");" % (text, condition.text())
        if fact.kind in ("own", "out") and "..." not in fact.place:
            place = call.place(fact.place)
            code += "if (!(%s)) unmet(\"%s is null\");" % (place, fact.place)
        return code

    def applies(self, fact, call):
        """Whether the fact speaks of this call, as far as its arguments tell."""
        for condition in fact.when:
            value = call.values.get(condition.place)
            if value and condition.value == "null" and (value.expression == "0") != (condition.relation == "=="):
                return False
        return True

    def frees(self, call, subject, called=True):
        """Releases all arguments, and what else the call made, but not what the fact speaks of."""
        recipe = self.book.get("calls", {}).get(call.function.name, {})
        code = ""
        taken = {f.place for f in call.function.facts if f.kind in ("frees", "takes") and self.applies(f, call)}
        if called:
            for fact in call.function.facts:
                if fact.kind in ("own", "out") and fact != subject and self.applies(fact, call) and "..." not in fact.place \
                        and "[]" not in fact.place:
                    other = self.release(fact, call, call.function, 1)
                    when = ["%s %s %s" % (call.place(c.place), c.relation, c.value.replace("null", "0")) for c in fact.when]
                    place = call.place(fact.place)
                    code += "if (%s) { %s }" % (" && ".join(when + [place]), other)
        for param in reversed(call.function.params):
            value = call.values[param.name]
            is_taken = called and any(relative(place, param.name) for place in taken)
            if not is_taken and relative(subject.place, param.name) is None:
                code += value.free
            code += value.rest
        return code + call.place(recipe.get("cleanup", ""))

    def release(self, fact, call, function, depth):
        """Code that releases what the fact says was made."""
        recipe = self.book.get("calls", {}).get(function.name, {})
        place = call.place(fact.place)
        if fact.place in recipe.get("release", {}):
            return call.place(recipe["release"][fact.place])
        if "family " + fact.family in self.book.get("releases", {}):
            return self.book["releases"]["family " + fact.family].replace("$", place)
        if not fact.family:
            raise CannotGenerate("no family says how %s is released" % fact.place)
        type = function.returns if fact.kind == "own" else next(
            (p.type for p in function.params if relative(fact.place, p.name)), "")
        candidates = []
        for name in self.families.get(fact.family, []):
            releaser = self.functions.get(name)
            if not releaser:
                candidates.append((2, "%s(%s);" % (name, place)))
                continue
            for freeing in releaser.facts:
                for param in releaser.params:
                    shape = relative(freeing.place, param.name)
                    if freeing.kind == "frees" and shape is not None and depth < 4:
                        code = self.releasing(releaser, freeing, param, shape, fact, call, place, depth)
                        if code:
                            candidates.append((plain(param.type) != plain(type), code))
        if not candidates:
            raise CannotGenerate("nothing releases family %s" % fact.family)
        return min(candidates, key=lambda c: c[0])[1]

    def releasing(self, releaser, freeing, param, shape, fact, call, place, depth):
        if shape == "$":
            expression = place
        else:  # the function releases what a structure leads to: it is given the structure
            owner = next((n for p, n in call.names.items() if relative(fact.place, p) == shape), None)
            if not owner:
                return None
            expression = owner
        inner = self.call(releaser, freeing.when, depth + 1, {param.name: "(void *)(%s)" % expression})
        return inner.makes + inner.line + self.frees(inner, freeing)

    # Programs.

    def whole(self, fact):
        for recipe in self.book.get("recipes", []):
            if recipe["function"] == fact.function and recipe.get("place", fact.place) == fact.place and \
                    kind_of_recipe(recipe["fact"]) == kind_of_recipe(fact.kind):
                return recipe
        return None

    def programs(self, fact):
        """The code that must leak and the code that must not."""
        recipe = self.whole(fact)
        if recipe:
            if "give" in recipe:
                return recipe["make"] + recipe["release"], recipe["make"] + recipe["give"] + recipe["release"]
            return recipe["make"], recipe["make"] + recipe["release"]
        self.counter = 0
        function = self.functions[fact.function]
        if function.variadic and "more" not in self.book.get("calls", {}).get(function.name, {}):
            raise CannotGenerate("it is variadic")
        call = self.call(function, fact.when, 0, {})
        checks = self.checks(call, fact)
        if fact.kind in ("own", "out"):
            made = call.makes + call.line + checks
            rest = self.frees(call, fact)
            return made + rest, made + self.release(fact, call, function, 0) + rest
        left = call.makes + self.frees(call, fact, called=False)
        return left, call.makes + call.line + checks + self.frees(call, fact)

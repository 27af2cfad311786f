// Groups of states that the user makes by patterns of their names: each has one colour, and one row in the table.

const Groups = {
  list: [], // name, pattern and colour
  text: '', // as it was typed
  known: new Map(), // by name of a state the group that it is in, -1: none

  // parse reads NAME=PATTERN; PATTERN; …, null where one is no regular expression.
  parse(text) {
    try {
      return text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => {
          const [, name, pattern] = /^([^=]*)=(.+)$/.exec(part) || [0, part, part];
          return { name: name.trim(), pattern: new RegExp(pattern.trim(), 'i') };
        });
    } catch (e) {
      return null;
    }
  },

  // set takes other groups, and reports whether it could.
  set(text) {
    const list = Groups.parse(text);
    if (list === null) return false;
    if (text === Groups.text) return true;
    Object.assign(Groups, { list, text });
    Groups.known.clear();
    TimePaint.colours.clear();
    TimePaint.used.clear();
    TimePaint.taken = [];
    if (!TimeData.ready) return true;
    Timeline.draw();
    Timeline.tell();
    return true;
  },

  // of is the first group that a state is in.
  of(name) {
    if (!Groups.known.has(name))
      Groups.known.set(
        name,
        Groups.list.findIndex((g) => g.pattern.test(Timeline.label(name))),
      );
    return Groups.known.get(name);
  },

  // row is what stands for a state in a table: itself, or below -1 its group.
  row: (name) => (Groups.list.length === 0 || Groups.of(name) < 0 ? name : -2 - Groups.of(name)),
  label: (row) => (row < -1 ? Groups.list[-2 - row].name : Timeline.label(row)),

  // colours gives the states of groups theirs, before all others have their own.
  colours() {
    if (Groups.list.length === 0) return;
    if (TimePaint.taken.length === 0)
      TimePaint.taken = TimePaint.kinds.map((k) => Hues.places(Colours.parts(k.colour)));
    for (const g of Groups.list.filter((one) => !one.rgb)) {
      const c = Hues.pick(g.name, TimePaint.taken);
      TimePaint.taken.push(c.places);
      g.rgb = c.rgb;
    }
    Data.timeline.names.forEach((_, name) => {
      if (Groups.of(name) >= 0) TimePaint.colours.set(name, Groups.list[Groups.of(name)].rgb);
    });
  },

  // legend is what colours stand for: groups first.
  legend() {
    const key = (text, rgb) =>
      el(
        'span',
        { class: 'key' },
        el('span', { class: 'swatch', 'aria-hidden': 'true', style: { background: Colours.css(rgb) } }),
        text,
      );
    const used = Groups.list.map((g, k) => ({
      g,
      n: Data.timeline.names.filter((_, name) => Groups.of(name) === k).length,
    }));
    return [
      ...used.map(({ g, n }) =>
        n
          ? key(g.name + ' (' + Format.plural(n, 'state') + ')', g.rgb || [0, 0, 0])
          : el('span', { class: 'key', text: g.name + ' (no state)' }),
      ),
      ...TimeData.order
        .filter((n) => Groups.of(n) < 0)
        .slice(0, 40)
        .map((n) => key(Timeline.label(n), TimePaint.colour(n))),
    ];
  },

  box() {
    const input = el('input', {
      type: 'search',
      'data-choice': 'groups',
      size: 16,
      placeholder: 'name=pattern; …',
      title:
        'states whose names match a regular expression have one colour and one row, as in solver=solve|dot; output=write',
      value: Groups.text,
      on: { input: () => input.setAttribute('aria-invalid', String(!Groups.set(input.value))) },
    });
    return el('label', {}, 'Groups ', input);
  },
};

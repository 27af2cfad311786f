// Names of regions where there is little room: what nearly all begin with is said once, and where one is cut it is cut
// where its siblings have the same.

const Names = {
  prefix: '', // stands for '…' at the begin of a name
  part: 0.75, // so many names have it, at least
  few: 4, // names of which it is worth it
  least: 6, // characters that are not worth it
  long: 14, // characters of a name that always have room
  tails: [], // by region: where its last part begins, which is the last to be cut

  families: new Map(), // of names as they are shown: see family

  start() {
    Names.prefix = Names.common(Data.regions.name);
    Names.tails = new Array(Model.count).fill(0);
    for (const list of [Model.roots, ...Model.children]) {
      const tails = Names.differ(list.map(Names.shown));
      list.forEach((i, k) => (Names.tails[i] = tails[k]));
    }
    Names.families = Names.family(Data.regions.name.map(Names.short));
  },

  // common is the longest begin, up to a separator, that nearly all names have.
  common(list) {
    if (list.length < Names.few) return '';
    const counts = new Map();
    for (const name of list) {
      for (
        let at = name.search(/[/.:](?!$)/), from = 0;
        at >= 0;
        from += at + 1, at = name.slice(from).search(/[/.:](?!$)/)
      ) {
        const begin = name.slice(0, from + at + 1);
        counts.set(begin, (counts.get(begin) || 0) + 1);
      }
    }
    let best = '';
    for (const [begin, count] of counts) {
      if (begin.length >= Names.least && begin.length > best.length && count >= Names.part * list.length) best = begin;
    }
    return best;
  },

  mirrored: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/, // what is read from the right has one part

  // differ finds where names of siblings begin to differ from the one that is most like them.
  differ(texts) {
    const alike = (a, b) => {
      let n = 0;
      while (n < a.length && n < b.length && a[n] === b[n]) n++;
      return n;
    };
    const tails = new Array(texts.length).fill(0),
      sorted = [...texts.keys()].sort((i, j) => (texts[i] < texts[j] ? -1 : 1));
    sorted.forEach((i, k) => {
      const name = texts[i];
      if (name.length <= Names.long || Names.mirrored.test(name)) return;
      const same = Math.max(
        k > 0 ? alike(name, texts[sorted[k - 1]]) : 0,
        k + 1 < sorted.length ? alike(name, texts[sorted[k + 1]]) : 0,
      );
      let at = same < 4 ? name.length - Names.least : Math.min(same, name.length - 3) - 1;
      while (at > 0 && /[\udc00-\udfff\u0300-\u036f]/.test(name[at])) at--; // not within a character
      tails[i] = at > 4 ? at : 0; // there is nothing to cut before it
    });
    return tails;
  },

  // family finds names that differ in numbers only, and of each from where to where these stand.
  family(texts) {
    const shapes = new Map(),
      places = new Map();
    for (const name of new Set(texts)) {
      if (name.length <= Names.long || !/\d/.test(name) || Names.mirrored.test(name)) continue;
      const shape = name.replace(/\d+/g, '0');
      if (!shapes.has(shape)) shapes.set(shape, []);
      shapes.get(shape).push(name);
    }
    for (const names of shapes.values()) {
      const numbers = names.map((name) => [...name.matchAll(/\d+/g)]),
        differs = numbers[0].map(([first], k) => numbers.some((list) => list[k][0] !== first)),
        from = differs.indexOf(true),
        to = differs.lastIndexOf(true);
      if (from < 0) continue;
      names.forEach((name, k) => {
        const at = numbers[k][from].index - 1,
          end = numbers[k][to].index + numbers[k][to][0].length;
        if (at > 4 && end - at <= 24) places.set(name, [at, name.length - end > 3 ? end : name.length]);
      });
    }
    return places;
  },

  // short is a name without what nearly all begin with, and shown that of a region.
  short: (name) => (Names.prefix && name.startsWith(Names.prefix) ? '…' + name.slice(Names.prefix.length) : name),
  shown: (i) => Names.short(Model.name(i)),

  // parts are the elements of the name of a region.
  parts: (i) => Names.cut(Names.shown(i), Names.families, Names.tails[i] || 0),

  // cut makes the elements of a name: what stands before and behind where it differs from others is cut first.
  cut(name, families, tail) {
    const [at, end] = families.get(name) || [tail, name.length],
      part = (kind, text) => (text ? el('span', { class: kind, text }) : '');
    return [part('head', name.slice(0, at)), part('tail', name.slice(at, end)), part('rest', name.slice(end))];
  },

  // cells returns a function that makes the cell of each of some other names, in which they are cut as those of regions are.
  cells(names) {
    const texts = names.map(Names.short),
      families = Names.family(texts),
      tails = Names.differ(texts);
    return (name) => {
      const at = names.indexOf(name),
        parts = Names.cut(texts[at], families, tails[at]);
      return el('th', { scope: 'row', class: 'name', title: name }, el('span', { class: 'cut' }, parts));
    };
  },

  // said is what stands for '…', in a caption.
  said: () => (Names.prefix ? ' In names … stands for “' + Names.prefix + '”.' : ''),
};

Model.start();

// Names of regions where there is little room: what nearly all begin with is said once, and where one is cut it is cut
// where its siblings have the same.

const Names = {
  prefix: '', // stands for '…' at the begin of a name
  part: 0.75, // so many names have it, at least
  few: 4, // names of which it is worth it
  short: 6, // characters that are not worth it
  long: 14, // characters of a name that always have room
  tails: [], // by region: where its last part begins, which is the last to be cut

  start() {
    Names.prefix = Names.common(Data.regions.name);
    Names.tails = new Array(Model.count).fill(0);
    for (const list of [Model.roots, ...Model.children]) Names.differ(list);
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
      if (begin.length >= Names.short && begin.length > best.length && count >= Names.part * list.length) best = begin;
    }
    return best;
  },

  // differ finds where names of siblings begin to differ from the one that is most like them.
  differ(siblings) {
    const text = (i) => Names.shown(i),
      alike = (a, b) => {
        let n = 0;
        while (n < a.length && n < b.length && a[n] === b[n]) n++;
        return n;
      };
    const sorted = siblings.slice().sort((i, j) => (text(i) < text(j) ? -1 : 1));
    sorted.forEach((i, k) => {
      const name = text(i);
      if (name.length <= Names.long || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(name)) return; // what is read from the right has one part
      const same = Math.max(
        k > 0 ? alike(name, text(sorted[k - 1])) : 0,
        k + 1 < sorted.length ? alike(name, text(sorted[k + 1])) : 0,
      );
      let at = same < 4 ? name.length - Names.short : Math.min(same, name.length - 3) - 1;
      while (at > 0 && /[\udc00-\udfff\u0300-\u036f]/.test(name[at])) at--; // not within a character
      Names.tails[i] = at > 4 ? at : 0; // there is nothing to cut before it
    });
  },

  // shown is the name of a region without what nearly all begin with.
  shown(i) {
    const name = Model.name(i);
    return Names.prefix && name.startsWith(Names.prefix) ? '…' + name.slice(Names.prefix.length) : name;
  },

  // parts are the elements of a name: the first is cut before the second.
  parts(i) {
    const name = Names.shown(i),
      at = Names.tails[i] || 0;
    if (at <= 0) return [el('span', { class: 'tail', text: name })];
    return [
      el('span', { class: 'head', text: name.slice(0, at) }),
      el('span', { class: 'tail', text: name.slice(at) }),
    ];
  },

  // said is what stands for '…', in a caption.
  said: () => (Names.prefix ? ' In names … stands for “' + Names.prefix + '”.' : ''),
};

Model.start();

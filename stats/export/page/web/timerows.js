// Which rows the timeline has, and in which order.

const Rows = {
  which: 'all',
  order: 'place',
  tall: false, // rows are high enough to be read, and scrolled
  pinned: new Set(), // lanes that stand above all others
  pattern: null, // of titles of lanes that are seen
  kinds: { all: 'all lanes', odd: 'only lanes that differ', hosts: 'a row for each host' },

  // list is what is shown: lanes, or rows that stand for several.
  list() {
    const lanes = Rows.which === 'hosts' ? Rows.hosts() : TimeData.lanes;
    const rank = (lane) => (lane.rank === '' || Number.isNaN(Number(lane.rank)) ? Infinity : Number(lane.rank));
    let list = [...lanes].sort((a, b) =>
      rank(a) === rank(b) ? Rows.byThread(a, b) || a.index - b.index : rank(a) - rank(b),
    );
    const odd = Rows.which === 'odd' || Rows.order === 'odd' ? Rows.oddness(list) : null;
    if (Rows.which === 'odd') list = Rows.differing(list, odd);
    if (Rows.order === 'odd') {
      list.sort((a, b) => odd.get(b) - odd.get(a) || a.index - b.index);
    } else if (Rows.order !== 'place') {
      const time = new Map(list.map((lane) => [lane, Rows.times(lane).get(Number(Rows.order)) || 0]));
      list.sort((a, b) => time.get(b) - time.get(a) || a.index - b.index);
    }
    if (Rows.which !== 'hosts') list = Rows.folding(list);
    if (Rows.pattern) list = list.filter((lane) => Rows.pinned.has(lane) || Rows.pattern.test(TimeData.title(lane)));
    if (list.length === 0) list = [...lanes];
    return Rows.pinned.size
      ? list.filter((lane) => Rows.pinned.has(lane)).concat(list.filter((lane) => !Rows.pinned.has(lane)))
      : list;
  },

  // patternBox is for a regular expression, which is used unless it is none.
  patternBox(choice, any, use) {
    const input = el('input', {
      type: 'search',
      'data-choice': choice,
      size: 18,
      placeholder: 'regular expression',
      on: {
        input: () => {
          let pattern = null,
            wrong = false;
          try {
            if (input.value) pattern = new RegExp(input.value, 'i');
          } catch (e) {
            wrong = true;
          }
          input.setAttribute('aria-invalid', String(wrong || (Boolean(pattern) && !any(pattern))));
          if (!wrong) use(pattern);
        },
      },
    });
    return input;
  },

  // filterBox is for one that titles of lanes have to match.
  filterBox: (choose) =>
    el(
      'label',
      {},
      'Lanes ',
      Rows.patternBox(
        'filter',
        (pattern) => TimeData.lanes.some((lane) => pattern.test(TimeData.title(lane))),
        (pattern) => choose('pattern', pattern),
      ),
    ),

  folded: new Set(), // places that have one row: hosts, and ranks of hosts

  // byThread has the program's own before goroutines, kernels and others.
  byThread: (a, b) =>
    (b.thread === 'main') - (a.thread === 'main') || a.thread.localeCompare(b.thread, 'en', { numeric: true }),

  host: (lane) => 'host ' + lane.host,
  rank: (lane) => Rows.host(lane) + ' rank ' + lane.rank,

  // folding leaves of a host or a rank that is folded one row: of a host the mean of its ranks, of a rank its own lane.
  folding(list) {
    if (Rows.folded.size === 0) return list;
    const seen = new Set(),
      hosts = new Map(),
      of = Rows.byRank();
    if (list.some((lane) => Rows.folded.has(Rows.host(lane)))) for (const row of Rows.hosts()) hosts.set(row.host, row);
    return list
      .map((lane) => {
        const host = Rows.host(lane),
          rank = Rows.rank(lane),
          key = Rows.folded.has(host) ? host : Rows.folded.has(rank) ? rank : '';
        if (key === '') return lane;
        if (seen.has(key)) return null;
        seen.add(key);
        return key === host ? hosts.get(lane.host) : Rows.mains(of.get(rank))[0];
      })
      .filter(Boolean);
  },

  // byRank are the lanes of each rank, for the lanes that there are.
  byRank() {
    if (Rows.ranks.of !== TimeData.lanes) Rows.ranks = { of: TimeData.lanes, map: Rows.grouped() };
    return Rows.ranks.map;
  },

  ranks: {},

  grouped() {
    const map = new Map();
    for (const lane of TimeData.lanes) {
      const key = Rows.rank(lane);
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(lane);
    }
    return map;
  },

  // under is how many lanes stand behind that of a rank that is folded.
  under: (lane) =>
    Rows.folded.has(Rows.rank(lane)) && lane.index >= 0 ? Rows.byRank().get(Rows.rank(lane)).length - 1 : 0,

  // several reports whether there is anything to fold.
  several: () => new Set(TimeData.lanes.map(Rows.host)).size < TimeData.lanes.length,

  // fold folds what the row of a lane is in: its rank, if that has several rows, or else its host. It reports which.
  fold(lane) {
    const rank = Rows.rank(lane),
      host = Rows.host(lane),
      several = (key, of) => !Rows.folded.has(key) && Timeline.list.filter((l) => of(l) === key).length > 1;
    const key = lane.index < 0 ? '' : several(rank, Rows.rank) ? rank : several(host, Rows.host) ? host : '';
    if (key) Rows.folded.add(key);
    return key;
  },

  // unfold undoes it.
  unfold(lane) {
    const key = [Rows.host(lane), Rows.rank(lane)].find((k) => Rows.folded.has(k)) || '';
    Rows.folded.delete(key);
    return key;
  },

  // all folds every rank, or if that has been done every host; or unfolds all.
  all(fold) {
    if (!fold) {
      Rows.folded.clear();
      return;
    }
    const ranks = new Set(TimeData.lanes.map(Rows.rank)),
      done = Timeline.list.length <= ranks.size;
    for (const lane of TimeData.lanes) Rows.folded.add(done ? Rows.host(lane) : Rows.rank(lane));
  },

  // choose chooses a lane, unfolding what it is in, and has it in sight.
  choose(lane, at) {
    const all = () => {
      Timeline.tools.querySelector('[data-choice=which]').value = Rows.which = 'all';
    };
    for (const change of [() => [Rows.host(lane), Rows.rank(lane)].forEach((key) => Rows.folded.delete(key)), all]) {
      if (Timeline.list.includes(lane)) break;
      change();
      Timeline.sort();
      Timeline.resize();
    }
    Timeline.choose(Timeline.list.indexOf(lane), at);
  },

  // busiest is the lane of a rank that is in a state the longest from one time to another, or the main program's if none is.
  busiest(rank, state, from, to) {
    const lanes = TimeData.lanes.filter((l) => l.rank === rank);
    let best = Rows.mains(lanes)[0],
      most = 0;
    for (const lane of lanes) {
      let ns = 0;
      TimeData.eachIn(lane, from, to, (name, part) => {
        if (Timeline.label(name) === state) ns += part;
      });
      if (ns > most) [best, most] = [lane, ns];
    }
    return best;
  },

  // times is for which share of the run each state was the innermost one.
  times(lane) {
    const times = new Map(),
      all = Data.timeline.length;
    TimeData.eachIn(lane, 0, all, (name, ns) => times.set(name, (times.get(name) || 0) + ns / all));
    return times;
  },

  // oddness is how far the times of a lane's states are from the mean of the lanes of its kind: the same thread on other
  // ranks. It is 0 where all are alike, and at most 1.
  oddness(list) {
    const kinds = new Map(),
      odd = new Map();
    for (const lane of list) {
      const times = Rows.times(lane),
        kind = kinds.get(lane.thread) || { mean: new Map(), lanes: [] };
      kind.lanes.push({ lane, times });
      for (const [name, share] of times) kind.mean.set(name, (kind.mean.get(name) || 0) + share);
      kinds.set(lane.thread, kind);
    }
    for (const { mean, lanes } of kinds.values()) {
      for (const { lane, times } of lanes) {
        let far = 0;
        for (const [name, sum] of mean) far += Math.abs((times.get(name) || 0) - sum / lanes.length);
        odd.set(lane, far / 2);
      }
    }
    return odd;
  },

  // differing are the lanes that are farther from the mean than most are; all, if none is.
  differing(list, odd) {
    const sorted = [...odd.values()].sort((a, b) => a - b),
      usual = sorted[Math.floor(sorted.length / 2)] || 0;
    const far = list.filter((lane) => odd.get(lane) > Math.max(2 * usual, 0.01));
    return far.length ? far : list;
  },

  // hosts are rows that have the mean of the lanes of a host that stand for ranks: in each bin the shares of their states.
  hosts() {
    const places = new Map();
    for (const lane of TimeData.lanes) {
      if (!places.has(lane.host)) places.set(lane.host, []);
      places.get(lane.host).push(lane);
    }
    return [...places].map(([host, lanes], i) => {
      const first = Rows.mains(lanes),
        n = first[0].bins.n,
        bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
      for (let k = 0; k < n; k++) {
        bins.first[k] = bins.name.length;
        const shares = new Map();
        for (const { bins: b } of first)
          for (let j = b.first[k]; j < b.first[k + 1]; j++)
            shares.set(b.name[j], (shares.get(b.name[j]) || 0) + b.share[j] / first.length);
        for (const [name, share] of [...shares].sort((a, b) => b[1] - a[1])) {
          bins.name.push(name);
          bins.share.push(share);
        }
      }
      return {
        index: i - 1e6,
        host,
        rank: '',
        thread: Format.plural(first.length, 'rank'),
        since: 0,
        until: 0,
        bins: TimeData.packed(bins),
      };
    });
  },

  // mains are of each rank the thread that comes first, which is the program's own.
  mains(lanes) {
    const first = new Map();
    for (const lane of lanes) {
      const known = first.get(lane.rank);
      if (!known || Rows.byThread(lane, known) < 0) first.set(lane.rank, lane);
    }
    return [...first.values()];
  },
};

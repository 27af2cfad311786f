// Which rows the timeline has, and in which order.

const Rows = {
  which: 'all',
  order: 'place',
  kinds: { all: 'all lanes', odd: 'only lanes that differ', hosts: 'a row for each host' },

  // list is what is shown: lanes, or rows that stand for several.
  list() {
    const lanes = Rows.which === 'hosts' ? Rows.hosts() : TimeData.lanes;
    const rank = (lane) => (lane.rank === '' || Number.isNaN(Number(lane.rank)) ? Infinity : Number(lane.rank));
    let list = [...lanes].sort((a, b) => (rank(a) === rank(b) ? a.thread.localeCompare(b.thread, 'en', { numeric: true }) || a.index - b.index : rank(a) - rank(b)));
    const odd = Rows.which === 'odd' || Rows.order === 'odd' ? Rows.oddness(list) : null;
    if (Rows.which === 'odd') list = Rows.differing(list, odd);
    if (Rows.order === 'odd') {
      list.sort((a, b) => odd.get(b) - odd.get(a) || a.index - b.index);
    } else if (Rows.order !== 'place') {
      const time = new Map(list.map((lane) => [lane, Rows.times(lane).get(Number(Rows.order)) || 0]));
      list.sort((a, b) => time.get(b) - time.get(a) || a.index - b.index);
    }
    return list;
  },

  // times is for which share of the run each state was the innermost one.
  times(lane) {
    const times = new Map(), all = Data.timeline.length;
    TimeData.eachIn(lane, 0, all, (name, ns) => times.set(name, (times.get(name) || 0) + ns / all));
    return times;
  },

  // oddness is how far the times of a lane's states are from the mean of the lanes of its kind: the same thread on other
  // ranks. It is 0 where all are alike, and at most 1.
  oddness(list) {
    const kinds = new Map(), odd = new Map();
    for (const lane of list) {
      const times = Rows.times(lane), kind = kinds.get(lane.thread) || { mean: new Map(), lanes: [] };
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
    const sorted = [...odd.values()].sort((a, b) => a - b), usual = sorted[Math.floor(sorted.length / 2)] || 0;
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
      const first = Rows.mains(lanes), n = first[0].bins.n, bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
      for (let k = 0; k < n; k++) {
        bins.first[k] = bins.name.length;
        const shares = new Map();
        for (const { bins: b } of first) for (let j = b.first[k]; j < b.first[k + 1]; j++) shares.set(b.name[j], (shares.get(b.name[j]) || 0) + b.share[j] / first.length);
        for (const [name, share] of [...shares].sort((a, b) => b[1] - a[1])) {
          bins.name.push(name);
          bins.share.push(share);
        }
      }
      return { index: i - 1e6, host, rank: '', thread: Format.plural(first.length, 'rank'), since: 0, until: 0, bins: TimeData.packed(bins) };
    });
  },

  // mains are of each rank the thread that comes first, which is the program's own.
  mains(lanes) {
    const first = new Map();
    for (const lane of lanes) {
      const known = first.get(lane.rank);
      if (!known || lane.thread.localeCompare(known.thread, 'en', { numeric: true }) < 0 || lane.thread === 'main') first.set(lane.rank, lane);
    }
    return [...first.values()];
  },
};

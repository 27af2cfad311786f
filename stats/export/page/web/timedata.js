// The run over time, as arrays: lanes of states, and series of statistics.

const TimeData = {
  ready: false,
  lanes: [],
  series: [],
  version: 0, // of what is unpacked
  coarse: 4096, // bins of a lane whose states are all there, for views of much of it

  // unpack takes a timeline in place of the one before.
  async unpack(t) {
    const text = atob(t.data),
      packed = new Uint8Array(text.length);
    for (let k = 0; k < packed.length; k++) packed[k] = text.charCodeAt(k);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    Data.timeline = t;
    TimeData.lanes = [];
    TimeData.series = [];
    let at = 0;
    const times = new Float64Array(t.names.length);
    for (const [i, l] of t.lanes.entries()) {
      const lane = Object.assign(
        { index: i, since: 0, until: t.length },
        l,
        t.whole
          ? TimeData.states(bytes, at, l.states, l.clock)
          : l.lateStates
            ? TimeData.states(bytes, at + l.bytes, l.lateStates, l.clock)
            : {},
      );
      if (lane.start) TimeData.flatten(lane);
      if (t.whole) TimeData.late(lane);
      else lane.bins = TimeData.sharesOf(bytes, at, t.bins);
      TimeData.eachIn(lane, 0, t.length, (name, ns) => {
        times[name] += ns;
      });
      TimeData.lanes.push(lane);
      at += l.bytes + (l.lateBytes || 0);
    }
    TimeData.unpackMessages(bytes, at);
    at += t.messageBytes;
    TimeData.path = TimeData.pathOf(bytes, at, t.path);
    at += t.path ? t.path.bytes : 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const reals = () =>
      Float32Array.from({ length: t.points }, () => {
        at += 4;
        return view.getFloat32(at - 4, true);
      });
    for (const s of t.series) TimeData.series.push(Object.assign({}, s, { mean: reals(), max: reals() }));
    TimeData.steps = null;
    if (t.steps) {
      const { start, end, next } = TimeData.windows(bytes, at, t.steps);
      at = next;
      const seconds = Float32Array.from(
        { length: t.steps.columns * t.steps.ranks.length * t.steps.regions.length },
        () => {
          at += 4;
          return view.getFloat32(at - 4, true);
        },
      );
      TimeData.steps = Object.assign({}, t.steps, { start, end, seconds });
    }
    TimeData.extent = TimeData.ofLanes();
    TimeData.order = [...times.keys()].sort((a, b) => times[b] - times[a]);
    TimeData.ready = true;
    TimeData.version++;
  },

  // windows are the times of steps, of each rank and column, on the clock that its lanes stand by.
  windows(bytes, at, { ranks, columns }) {
    const start = new Float64Array(ranks.length * columns).fill(NaN),
      end = start.slice(),
      place = { at };
    for (let rank = 0; rank < ranks.length; rank++) {
      const lane = TimeData.lanes.find((l) => l.rank === ranks[rank]),
        on = (t) => (lane ? Clocks.undo(lane.clock, t) : t);
      for (let i = rank * columns, last = 0; i < (rank + 1) * columns; i++) {
        const by = TimeData.number(bytes, place) - 1;
        if (by < 0) continue;
        last += by % 2 ? -(by + 1) / 2 : by / 2;
        start[i] = on(last);
        end[i] = on(last + TimeData.number(bytes, place));
      }
    }
    return { start, end, next: place.at };
  },

  // ofLanes is from the first state to the end of the last one: statistics may have begun long before, as those of a node's power.
  ofLanes() {
    const length = Data.timeline.length,
      lanes = TimeData.lanes.filter((l) => l.start && l.start.length);
    if (!Data.timeline.whole || lanes.length === 0) return { from: 0, to: length };
    return {
      from: Math.min(...lanes.map((l) => l.start[0])),
      to: Math.max(...lanes.map((l) => Math.max(l.start[l.start.length - 1], l.to.length ? l.to[l.to.length - 1] : 0))),
    };
  },

  // pathOf is the path back from the end of the run, from its end: lanes, and from when to when.
  pathOf(bytes, at, of) {
    const place = { at },
      path = [];
    for (let k = 0, to = of ? of.to : 0; of && k < of.parts; k++) {
      const lane = TimeData.number(bytes, place),
        from = to - TimeData.number(bytes, place),
        { clock } = TimeData.lanes[lane];
      path.push({ lane, from: Clocks.undo(clock, from), to: Clocks.undo(clock, to) });
      to = from;
    }
    return path;
  },

  // messages are in the order in which they were sent; calls are those of MPI, and not relations. A wait is from since to at, if that is later.
  unpackMessages(bytes, at) {
    const n = Data.timeline.messages,
      place = { at };
    const list = {
      n,
      from: new Uint32Array(n),
      to: new Uint32Array(n),
      kind: new Uint8Array(n),
      at: new Float64Array(n),
      since: new Float64Array(n),
      until: new Float64Array(n),
      bytes: new Float64Array(n),
      longest: 0,
      calls: 0,
    };
    const signed = () => {
      const v = TimeData.number(bytes, place);
      return v % 2 ? -(v + 1) / 2 : v / 2;
    };
    let last = 0;
    for (let i = 0; i < n; i++) {
      list.from[i] = TimeData.number(bytes, place);
      const to = TimeData.number(bytes, place);
      list.to[i] = Math.floor(to / Messages.kinds);
      list.kind[i] = to % Messages.kinds;
      if (list.kind[i] !== Messages.caused) list.calls++;
      last += TimeData.number(bytes, place);
      list.at[i] = last;
      list.since[i] = last + signed();
      list.until[i] = last + signed();
      list.bytes[i] = TimeData.number(bytes, place);
      list.longest = Math.max(list.longest, Math.abs(list.until[i] - last), Math.abs(last - list.since[i]));
    }
    TimeData.messages = Clocks.undoMessages(list);
  },

  // eachMessage gives those that have to do with an interval.
  eachMessage(from, to, f) {
    const m = TimeData.messages;
    for (let i = TimeData.first(m.at, from - m.longest - 1); i < m.n && m.at[i] <= to + m.longest; i++) {
      if (Math.max(m.at[i], m.until[i]) >= from && Math.min(m.at[i], m.since[i]) <= to) f(i);
    }
  },

  number(bytes, place) {
    let v = 0,
      factor = 1;
    for (;;) {
      const b = bytes[place.at++];
      v += (b & 127) * factor;
      if (b < 128) return v;
      factor *= 128;
    }
  },

  // states reads those of a lane, in the order of their starts.
  states(bytes, at, n, clock) {
    const lane = {
      start: new Float64Array(n),
      end: new Float64Array(n),
      name: new Uint32Array(n),
      depth: new Uint16Array(n),
      deepest: 0,
      marks: [],
    };
    const place = { at };
    let last = 0;
    for (let i = 0; i < n; i++) {
      lane.name[i] = TimeData.number(bytes, place);
      lane.depth[i] = TimeData.number(bytes, place);
      last += TimeData.number(bytes, place);
      lane.start[i] = Clocks.undo(clock, last);
      lane.end[i] = Clocks.undo(clock, last + TimeData.number(bytes, place));
      if (lane.end[i] <= lane.start[i]) lane.marks.push(i); // without length
      if (lane.depth[i] > lane.deepest) lane.deepest = lane.depth[i];
    }
    return lane;
  },

  // flatten makes the stretches in which a state was the innermost one.
  flatten(lane) {
    const n = lane.start.length;
    const from = new Float64Array(2 * n),
      to = new Float64Array(2 * n),
      of = new Uint32Array(2 * n);
    let count = 0,
      now = 0;
    const open = [];
    const until = (t) => {
      if (open.length && t > now) {
        from[count] = now;
        to[count] = t;
        of[count++] = open[open.length - 1];
      }
      if (t > now) now = t;
    };
    const close = () => {
      until(lane.end[open[open.length - 1]]);
      open.pop();
    };
    for (let i = 0; i < n; i++) {
      while (open.length > lane.depth[i]) close();
      until(lane.start[i]);
      open.push(i);
    }
    while (open.length) close();
    lane.from = from.slice(0, count);
    lane.to = to.slice(0, count);
    lane.of = of.slice(0, count); // states
  },

  // late makes the bins of a lane when they are first asked for: of ten thousand lanes that would take seconds.
  late(lane) {
    let bins = null;
    Object.defineProperty(lane, 'bins', {
      enumerable: true,
      get: () => {
        bins = bins || TimeData.binned(lane, TimeData.coarse);
        return bins;
      },
    });
  },

  // binned gathers a lane into equal parts, each a list of names and shares, the largest first.
  binned(lane, n) {
    const width = Data.timeline.length / n;
    const bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
    let at = 0;
    for (let k = 0; k < n; k++) {
      bins.first[k] = bins.name.length;
      const low = k * width,
        high = low + width;
      while (at < lane.to.length && lane.to[at] <= low) at++;
      const shares = new Map();
      for (let i = at; i < lane.from.length && lane.from[i] < high; i++) {
        const part = (Math.min(high, lane.to[i]) - Math.max(low, lane.from[i])) / width;
        const name = lane.name[lane.of[i]];
        shares.set(name, (shares.get(name) || 0) + part);
      }
      for (const [name, share] of [...shares].sort((a, b) => b[1] - a[1])) {
        bins.name.push(name);
        bins.share.push(share);
      }
    }
    return TimeData.packed(bins);
  },

  packed(bins) {
    bins.first[bins.n] = bins.name.length;
    return Object.assign(bins, { name: Uint32Array.from(bins.name), share: Float32Array.from(bins.share) });
  },

  // sharesOf reads the bins of a lane that has no more.
  sharesOf(bytes, at, n) {
    const bins = { n, first: new Uint32Array(n + 1), name: [], share: [] };
    const place = { at };
    for (let k = 0; k < n; k++) {
      bins.first[k] = bins.name.length;
      for (let m = TimeData.number(bytes, place); m > 0; m--) {
        bins.name.push(TimeData.number(bytes, place));
        bins.share.push(bytes[place.at++] / 255);
      }
    }
    return TimeData.packed(bins);
  },

  // first is the first place in an ascending list whose value is above a limit.
  first(list, limit) {
    let low = 0,
      high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] > limit) high = middle;
      else low = middle + 1;
    }
    return low;
  },

  // eachIn gives names and times of what a lane did from one time to another.
  eachIn(lane, from, to, f) {
    if (TimeData.complete(lane, from, to)) {
      for (let i = TimeData.first(lane.to, from); i < lane.from.length && lane.from[i] < to; i++) {
        f(lane.name[lane.of[i]], Math.min(to, lane.to[i]) - Math.max(from, lane.from[i]), lane.of[i]);
      }
      return;
    }
    const width = Data.timeline.length / lane.bins.n;
    for (let k = Math.floor(from / width); k < lane.bins.n && k * width < to; k++) {
      const part = Math.min(to, (k + 1) * width) - Math.max(from, k * width);
      for (let j = lane.bins.first[k]; j < lane.bins.first[k + 1]; j++) f(lane.bins.name[j], lane.bins.share[j] * part);
    }
  },

  // complete says whether all states of a lane are there in an interval.
  complete: (lane, from, to) => Boolean(lane.from) && from >= lane.since && to <= lane.until,

  // exact says whether a view has so few states of a lane that each is drawn.
  exact(lane, from, to, pixels) {
    if (!TimeData.complete(lane, from, to)) return false;
    if (lane.from.length < 2 * pixels) return true;
    if ((to - from) / pixels < Data.timeline.length / (Data.timeline.whole ? TimeData.coarse : lane.bins.n))
      return true;
    return TimeData.inside(lane, from, to) < 2 * pixels;
  },

  // eachMark gives the states without length of a lane from one time to another, of those closer than a distance one.
  eachMark(lane, from, to, apart, f) {
    const marks = lane.marks || [];
    let low = 0,
      high = marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lane.start[marks[middle]] >= from) high = middle;
      else low = middle + 1;
    }
    for (let last = -Infinity; low < marks.length && lane.start[marks[low]] <= to; low++) {
      const at = lane.start[marks[low]];
      if (at - last < apart) continue;
      f(at, marks[low]);
      last = at;
    }
  },

  // inside is how many stretches of a lane are in an interval.
  inside: (lane, from, to) => (lane.from ? TimeData.first(lane.from, to) - TimeData.first(lane.to, from) : 0),

  title: (lane) =>
    [
      lane.host,
      lane.rank === '' ? '' : 'rank ' + lane.rank,
      lane.thread === '' ? '' : (lane.index < 0 ? '' : 'thread ') + lane.thread,
    ]
      .filter(Boolean)
      .join(' ') + (Rows.under(lane) > 0 ? ' ▸ ' + Rows.under(lane) + ' more' : '') || Data.timeline.name,
};

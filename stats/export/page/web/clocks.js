// The clocks of lanes: how far they were moved onto one axis, and how far they may still be apart.

const Clocks = {
  recorded: false, // lanes stand as their traces have them

  of: (lane) => (Data.timeline.clocks || [])[TimeData.lanes[lane].clock],

  // movable says whether anything was moved that the page can move back: shares in parts of the time cannot.
  movable: () => Data.timeline.whole && (Data.timeline.clocks || []).some((c) => c.offset.some((o) => o !== 0)),

  // undo is the time that the trace has, of one on the common axis.
  undo(clock, t) {
    const c = Clocks.recorded ? Data.timeline.clocks[clock] : null;
    if (!c) return t;
    const { at, offset } = c,
      last = at.length - 1;
    if (last < 1) return t - (offset[0] || 0);
    let from = 0,
      to = last,
      base = t > at[last] ? last : 0; // beyond the first and the last on the line through both
    if (t > at[0] && t < at[last]) {
      to = at.findIndex((a) => a >= t);
      base = from = to - 1;
    }
    return t - (offset[base] + ((offset[to] - offset[from]) * (t - at[base])) / (at[to] - at[from]));
  },

  // reorder puts messages in the order of the times that they have when these are undone.
  reorder(m) {
    const order = Uint32Array.from(m.at.keys()).sort((a, b) => m.at[a] - m.at[b]);
    for (const key of ['from', 'to', 'kind', 'at', 'since', 'until', 'bytes'])
      m[key] = m[key].map((_, i) => m[key][order[i]]);
  },

  // error is how far a lane's times may be from the common axis, as far as that is known.
  error: (lane) => (Clocks.recorded || !Clocks.of(lane) ? 0 : Clocks.of(lane).error),

  // between is how far the times of two lanes may be apart: infinitely, if nobody has compared their clocks.
  between(a, b) {
    const one = Clocks.of(a),
      other = Clocks.of(b);
    if (Clocks.recorded || !one || !other || one.own === other.own) return 0;
    return one.group === other.group ? one.error + other.error : Infinity;
  },

  text(ns) {
    return ns === 0 ? '' : ' ± ' + (ns === Infinity ? 'what their clocks are apart' : Format.time(ns));
  },

  // wait is how long a message was waited for, and within says whether that may be none but for the clocks.
  wait: (i) => Math.min(TimeData.messages.at[i], TimeData.messages.until[i]) - TimeData.messages.since[i],
  within(i) {
    const error = Clocks.between(TimeData.messages.from[i], TimeData.messages.to[i]);
    return error !== Infinity && Clocks.wait(i) <= error;
  },

  control: () =>
    Clocks.movable()
      ? el(
          'label',
          {},
          'Clocks ',
          el(
            'select',
            {
              'data-choice': 'clocks',
              on: {
                change: (e) => {
                  Clocks.recorded = e.target.value === 'recorded';
                  Timeline.take(Data.timeline);
                },
              },
            },
            el('option', { value: 'aligned', text: 'aligned' }),
            el('option', { value: 'recorded', text: 'as recorded' }),
          ),
        )
      : '',

  // drift is how much faster or slower a clock was than that of its group, over the whole run.
  drift: ({ at, offset }) =>
    at.length > 1 ? Math.abs(offset[at.length - 1] - offset[0]) / (at[at.length - 1] - at[0]) : 0,

  // note says by what lanes stand on one axis.
  note() {
    const t = Data.timeline,
      list = t.clocks || [],
      most = (f) => list.reduce((m, c) => Math.max(m, f(c)), 0);
    if (Clocks.recorded) return ' Lanes stand by their own clocks, as recorded.';
    const groups = new Set(list.map((c) => c.group)).size;
    if (!t.aligned)
      return groups > 1
        ? ' Nobody has compared the clocks of the hosts: their lanes may be as far apart as these are.'
        : '';
    const moved = most((c) => Math.max(0, ...c.offset.map(Math.abs))),
      drift = most(Clocks.drift);
    return (
      (t.aligned === 'run' ? ' The run has compared its clocks' : ' Clocks are aligned by the messages') +
      (moved > 0 ? ', which moved lanes by up to ' + Format.time(moved) : '') +
      (drift > 1e-9 ? ' and undid that they run apart, by up to ' + Format.time(drift * 1e9) + ' a second' : '') +
      (most((c) => c.error) > 0 ? '; they are right to ±\u00a0' + Format.time(most((c) => c.error)) : '') +
      (groups > 1 ? '; ' + Format.count(groups) + ' groups of them cannot be compared' : '') +
      '.' +
      (t.conflict > 0
        ? ' Messages contradict each other by up to ' + Format.time(t.conflict) + ': the clocks have run apart.'
        : '')
    );
  },

  // fringe draws how far the end of a line may be off, where that is seen.
  fringe(g, x, y, ns) {
    const wide = (ns / (Timeline.to - Timeline.from)) * Timeline.width;
    if (wide < 1) return;
    g.globalAlpha = 0.35;
    g.fillRect(x - wide, y - 3, 2 * wide, 6);
    g.globalAlpha = 1;
    g.fillRect(x - wide, y - 4, 1, 8);
    g.fillRect(x + wide - 1, y - 4, 1, 8);
  },
};

// Messages are of these kinds, as lanes.Kind.
const Messages = { sent: 0, collective: 1, caused: 2, receiver: 3, kinds: 4 };

// Related is what a state has to do with others: what it sent and got, whom it waited for, and what relations say that it has caused.
const Related = {
  most: 40,

  // of is a list of texts, each with the lane and the time that it leads to.
  of(lane, i) {
    const m = TimeData.messages,
      from = lane.start[i],
      to = lane.end[i],
      list = [],
      title = (k) => TimeData.title(TimeData.lanes[k]);
    TimeData.eachMessage(from, to, (k) => {
      if (list.length > Related.most) return;
      const error = Clocks.between(m.from[k], m.to[k]),
        off = Clocks.text(error),
        size = Format.count(m.bytes[k]) + '\u00a0B';
      if (m.kind[k] === Messages.caused) {
        Related.cause(lane, k, from, to, off, list);
        return;
      }
      const all = m.kind[k] !== Messages.sent; // whose line, if there is one, is that of another
      if (!all && m.from[k] === lane.index && m.at[k] >= from && m.at[k] <= to) {
        list.push({
          text:
            'sent ' +
            size +
            ' to ' +
            title(m.to[k]) +
            ', which had it ' +
            Format.time(m.until[k] - m.at[k]) +
            ' later' +
            off,
          lane: m.to[k],
          at: (m.since[k] + m.until[k]) / 2,
        });
      }
      if (m.to[k] !== lane.index || m.since[k] < from || m.until[k] > to) return;
      const wait = Clocks.wait(k),
        waited =
          wait > 0
            ? 'waited ' +
              Format.time(wait) +
              ' for ' +
              (all ? title(m.from[k]) : 'it') +
              off +
              (Clocks.within(k) ? ', which is within the error of the clocks' : '')
            : '';
      if (!all || waited)
        list.push({
          text: all
            ? waited
            : 'got ' +
              size +
              ' from ' +
              title(m.from[k]) +
              ', sent ' +
              Format.time(m.until[k] - m.at[k]) +
              ' before' +
              off +
              (waited ? '; ' + waited : ''),
          lane: m.from[k],
          at: m.at[k],
        });
    });
    return list;
  },

  // cause adds the two sides of a relation.
  cause(lane, k, from, to, off, list) {
    const m = TimeData.messages,
      name = (at, t) => {
        const other = TimeData.lanes[at],
          i = other.start ? Timeline.innermost(other, t) : -1;
        return (i < 0 ? 'something' : Timeline.label(other.name[i])) + ' of ' + TimeData.title(other);
      };
    const took = Format.time(Math.abs(m.until[k] - m.at[k]));
    if (m.from[k] === lane.index && m.at[k] >= from && m.at[k] <= to)
      list.push({
        text:
          'caused ' +
          name(m.to[k], m.until[k]) +
          ', which began ' +
          took +
          (m.until[k] < m.at[k] ? ' before' : ' later') +
          off,
        caused: true,
        lane: m.to[k],
        at: m.until[k],
      });
    if (m.to[k] === lane.index && m.until[k] >= from && m.until[k] < to)
      list.push({
        text:
          'was caused by ' +
          name(m.from[k], m.at[k]) +
          ' ' +
          took +
          (m.until[k] < m.at[k] ? ' later' : ' before') +
          off,
        caused: true,
        lane: m.from[k],
        at: m.at[k],
      });
  },

  // draw lists them for the chosen state; each leads to the other one. What is listed already stays, and has the focus if it had it.
  draw(place) {
    const lane = Timeline.list[Timeline.lane],
      now = lane && lane.start ? Timeline.innermost(lane, Timeline.at) : -1;
    const outermost = now >= 0 && lane.depth[now] === 0 && lane.deepest > 0; // in which all messages are: only its relations are its own
    const list = now < 0 ? [] : Related.of(lane, now).filter((r) => r.caused || !outermost);
    const head =
      list.length === 0
        ? ''
        : 'The chosen state, ' + Timeline.label(lane.name[now]) + ' of ' + TimeData.title(lane) + ',';
    const listed = JSON.stringify([head, list]);
    if (listed === place.listed) return;
    place.listed = listed;
    place.replaceChildren();
    if (list.length === 0) return;
    place.append(
      el('p', { class: 'note', text: head }),
      el(
        'ul',
        { class: 'related' },
        list
          .slice(0, Related.most)
          .map((r) =>
            el(
              'li',
              {},
              el('button', { type: 'button', class: 'link', text: r.text, on: { click: () => Related.go(r) } }),
            ),
          ),
        list.length > Related.most ? el('li', { text: '…' }) : '',
      ),
    );
  },

  go(r) {
    const row = Timeline.list.findIndex((lane) => lane.index === r.lane);
    if (row < 0) return;
    Timeline.choose(row, r.at);
    Timeline.canvas.focus();
  },
};

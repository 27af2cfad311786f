// What was found of the run: sentences that the command has made, above all views, each with what it is about.

const Findings = {
  first: 3, // shown at once
  all: false, // and the rest, too
  later: null, // what is gone to as soon as the lanes are there

  runs: () => (Interval.base || Data).runs,

  // draw writes them, unless they stand there already.
  draw() {
    const place = document.getElementById('findings'),
      runs = Findings.runs(),
      text = JSON.stringify([Findings.all, runs.map((run) => [run.name, run.findings])]);
    if (text === Findings.drawn) return;
    if (Data.live && Findings.drawn) document.getElementById('news').textContent = Findings.news(runs); // read out, the rest is not
    Findings.drawn = text;
    place.replaceChildren();
    for (const [k, run] of runs.entries()) {
      const shown = Findings.all ? run.findings : run.findings.slice(0, Findings.first);
      if (runs.length > 1) place.append(el('strong', { text: 'AB'[k] + ': ' + run.name }));
      place.append(
        el(
          'ul',
          { class: 'findings', 'data-run': k },
          shown.map((f) => Findings.item(f, k)),
        ),
      );
    }
    const more = runs.reduce((sum, run) => sum + Math.max(0, run.findings.length - Findings.first), 0);
    if (more > 0)
      place.append(
        el('button', {
          type: 'button',
          'data-choice': 'findings',
          'aria-expanded': String(Findings.all),
          text: Findings.all ? 'Fewer' : Format.count(more) + ' more',
          on: {
            click: () => {
              Findings.all = !Findings.all;
              Findings.draw();
              place.querySelector('[data-choice=findings]').focus();
            },
          },
        }),
      );
  },

  // news is what was not said before.
  news(runs) {
    const texts = runs.flatMap((run) => run.findings.slice(0, Findings.first)).map((f) => f.text),
      fresh = texts.filter((text) => !(Findings.said || []).includes(text));
    Findings.said = texts;
    return fresh.length ? 'Now: ' + fresh.join(' ') : texts.length ? '' : 'Nothing is found any more.';
  },

  item(f, run) {
    const base = Interval.base || Data,
      button = (text, click) => el('button', { type: 'button', class: 'link', text, on: { click } });
    return el(
      'li',
      { 'data-kind': f.kind },
      el('span', { text: f.text + ' ' }),
      f.region < 0
        ? ''
        : button('Show ' + (base.regions.name[f.region] || '(no name)'), () => Findings.select(f.region, run)),
      f.since ? ' ' : '',
      f.since && f.evidence.step
        ? button('Show step ' + Format.count(f.evidence.step) + ' of rank ' + f.evidence.rank, () =>
            Findings.go(f.evidence),
          )
        : '',
    );
  },

  // select goes to the row of a region.
  select(region, run) {
    if (Interval.base) Interval.drop(); // in which regions have other numbers
    if (Model.two && State.run !== run) State.show(run);
    App.show('Regions');
    State.select(region);
  },

  // go shows a step of a rank, where that has it.
  go(evidence) {
    App.show('Timeline');
    Findings.later = evidence;
    if (TimeData.ready) Findings.went();
  },

  went() {
    const e = Findings.later,
      s = TimeData.steps;
    Findings.later = null;
    if (!e || !s) return;
    const region = s.regions.indexOf(e.region),
      rank = s.ranks.indexOf(String(e.rank)),
      column = s.numbers.findLastIndex((n, k) => k < s.columns && n <= e.step);
    if (region < 0 || rank < 0 || column < 0) return;
    Steps.choose(region, column, rank);
    Steps.go(column, rank);
  },

  // region is the one, of those with steps, that the first finding with some is about.
  region: () =>
    Findings.runs()
      .flatMap((run) => run.findings)
      .filter((f) => f.since)
      .map((f) => f.evidence.region)[0],
};

// Who waited for whom over the whole run, at once or behind others.
const Waited = {
  deepest: 32, // how many ranks behind each other waits are followed through

  // make lists the ranks that others waited for.
  make(panel) {
    panel.replaceChildren();
    if (Model.two || TimeData.messages.calls === 0) return; // of two runs the timeline is that of one
    const waits = Waited.waits(),
      few = (list, key, name) =>
        Waited.sums(list, key)
          .slice(0, 3)
          .map(([k, ns]) => name(k) + '\u00a0' + Format.time(ns))
          .join(', '),
      ns = (list) => list.reduce((sum, w) => sum + w.ns, 0);
    const by = (w) => Waited.rankOf(w.by),
      who = (w) => Waited.rankOf(w.wait.to);
    const rows = [...new Set(waits.map(by))]
      .map((rank) => {
        const others = waits.filter((w) => by(w) === rank && who(w) !== rank),
          own = waits.filter((w) => who(w) === rank);
        return { rank, others, own, ns: ns(others), waited: ns(own) };
      })
      .filter((r) => r.ns > 0)
      .sort((a, b) => b.ns - a.ns);
    if (rows.length === 0) return;
    const longest = (r) => r.others.reduce((most, w) => (w.ns > most.ns ? w : most)),
      text = (s) => el('td', { class: 'who', text: s });
    panel.append(
      Lists.table(
        'Who was waited for in the whole run, at once or behind others that waited for it',
        [
          { title: 'Rank', cell: (r) => el('th', { scope: 'row', class: 'name', text: Waited.who(r.rank) }) },
          { title: 'was waited for', cell: (r) => cell(r.ns, Format.time(r.ns)) },
          { title: 'by', left: true, cell: (r) => text(few(r.others, who, Waited.who)) },
          { title: 'in', left: true, cell: (r) => text(few(r.others, Waited.call, (call) => call || 'other calls')) },
          {
            title: 'longest',
            left: true,
            cell: (r) =>
              el(
                'td',
                {},
                el('button', {
                  type: 'button',
                  class: 'link',
                  text: Format.time(longest(r).ns),
                  on: { click: () => Waited.show(longest(r)) },
                }),
              ),
          },
          { title: 'waited itself', cell: (r) => cell(r.waited, r.waited > 0 ? Format.time(r.waited) : '–') },
          { title: 'for', left: true, cell: (r) => text(few(r.own, by, Waited.who)) },
        ],
        rows,
      ),
    );
  },

  // waits are those of lanes, each with who was the cause: where the other one was waiting itself, whom it waited for.
  waits() {
    const m = TimeData.messages,
      of = TimeData.lanes.map(() => []),
      list = [];
    for (let i = 0; i < m.n; i++) {
      if (m.kind[i] !== Messages.caused && Clocks.wait(i) > 0 && !Clocks.within(i))
        of[m.to[i]].push({ i, to: m.to[i], by: m.from[i], from: m.since[i], until: Math.min(m.at[i], m.until[i]) });
    }
    let steps = 0;
    for (const lane of of) lane.sort((a, b) => a.from - b.from);
    const blame = (wait, by, from, until, depth) => {
      let at = from;
      if (depth < Waited.deepest && steps < 4e6) {
        const others = of[by];
        for (let k = Math.max(0, Waited.place(others, from) - 1); k < others.length && others[k].from < until; k++) {
          steps++;
          const low = Math.max(at, others[k].from),
            high = Math.min(until, others[k].until);
          if (low >= high) continue;
          if (low > at) list.push({ wait, by, ns: low - at, at });
          if (others[k].by === wait.to) list.push({ wait, by, ns: high - low, at: low });
          else blame(wait, others[k].by, low, high, depth + 1);
          at = high;
        }
      }
      if (at < until) list.push({ wait, by, ns: until - at, at });
    };
    for (const lane of of) for (const wait of lane) blame(wait, wait.by, wait.from, wait.until, 0);
    return list;
  },

  // place is how many waits of a lane begin before a time.
  place(list, from) {
    let low = 0,
      high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].from < from) low = middle + 1;
      else high = middle;
    }
    return low;
  },

  rankOf: (lane) => TimeData.lanes[lane].rank,

  who: (rank) => (rank === '' ? 'the program' : 'rank ' + rank),

  // sums adds waits up by what a function says of them, the most first.
  sums(list, key) {
    const sums = new Map();
    for (const w of list) sums.set(key(w), (sums.get(key(w)) || 0) + w.ns);
    return [...sums].sort((a, b) => b[1] - a[1]);
  },

  call(w) {
    const lane = TimeData.lanes[w.wait.to],
      i = lane.start ? Timeline.innermost(lane, w.wait.from) : -1;
    return i < 0 ? '' : Timeline.label(lane.name[i]);
  },

  show(w) {
    const around = 2 * (w.wait.until - w.wait.from),
      row = Timeline.list.findIndex((lane) => lane.index === w.wait.to);
    Timeline.show(w.wait.from - around, w.wait.until + around);
    if (row >= 0) Timeline.choose(row, (w.wait.from + w.wait.until) / 2);
    Timeline.canvas.focus();
  },
};

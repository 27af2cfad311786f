// A run while it goes on: where its ranks are, and what its regions did in the last interval. The page asks the server
// that it came from for each moment.

const Live = {
  name: 'Now',
  paused: false,
  lost: '', // why the server does not answer
  past: new Map(), // by region: shares of the intervals since the page was opened
  most: 240, // of these
  busy: false,
  moments: 0,

  start() {
    Live.remember();
    Live.again();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) Live.ask();
    });
  },

  // again asks after the interval, unless the run has ended.
  again() {
    clearTimeout(Live.timer);
    if (!Data.live.ended)
      Live.timer = setTimeout(() => {
        if (!Live.paused && !document.hidden) Live.ask();
        else Live.again();
      }, Data.live.every);
  },

  async ask() {
    if (Live.busy) return;
    Live.busy = true;
    try {
      const answer = await fetch('data' + (App.now === Timeline ? '?timeline' : ''), { cache: 'no-store' });
      if (!answer.ok) throw new Error('the server says ' + answer.status + ' ' + (await answer.text()).trim());
      Live.take(await answer.json());
      Live.lost = '';
    } catch (problem) {
      Live.lost = problem.message;
    }
    Live.busy = false;
    Live.tell();
    Live.again();
  },

  // take shows another moment.
  take(fresh) {
    const timeline = fresh.timeline;
    Data.live = fresh.live;
    if (Interval.base) {
      Object.assign(Interval.base, { regions: fresh.regions, environments: fresh.environments, runs: fresh.runs });
      Findings.draw();
    } else {
      App.swap(fresh, Live.move);
    }
    Live.remember();
    if (timeline) Timeline.take(timeline);
    Regions.aside?.setAttribute('aria-live', Data.live.ended ? 'polite' : 'off'); // or it would be read out every second
    Live.moments++;
    document.documentElement.dataset.moments = Live.moments;
  },

  // move keeps what was for regions that have other numbers now.
  move(to) {
    const past = new Map();
    for (const [i, list] of Live.past) if (to(i) >= 0) past.set(to(i), list);
    Live.past = past;
  },

  // remember keeps the shares of the interval.
  remember() {
    if (Interval.base || Data.live.share.every((v) => v < 0)) return;
    for (let i = 0; i < Model.count; i++) {
      const list = Live.past.get(i) || [];
      list.push(Math.max(0, Data.live.share[i]));
      if (list.length > Live.most) list.shift();
      Live.past.set(i, list);
    }
  },

  make(panel) {
    Live.line = el('p', { class: 'note', role: 'status', 'aria-live': 'polite' });
    Live.clock = el('span', { class: 'note' });
    Live.epochs = el('p', { class: 'note' });
    Live.far = el('p', {
      class: 'note',
      text: 'The ranks are on other nodes, which send sums over their ranks, the times of the slowest ranks and of bins of ranks, and, when the timeline is looked at, the last of what each of the first ranks did: no more bytes where there are more ranks.',
    });
    Live.pause = el('button', {
      type: 'button',
      'data-choice': 'pause',
      on: {
        click: () => {
          Live.paused = !Live.paused;
          Live.tell();
          if (!Live.paused) Live.ask();
        },
      },
    });
    Live.groups = el('div', {});
    Live.regions = el('div', {});
    Live.problems = el('div', {});
    panel.append(
      el('div', { class: 'bar-of-tools' }, Live.pause, Live.clock),
      Live.line,
      Live.far,
      Live.epochs,
      Live.groups,
      Live.regions,
      Live.problems,
    );
    Live.update('all');
  },

  // tell says how the run and the page fare. The line is read out when it changes.
  tell() {
    if (!Live.line) return;
    const live = Data.live;
    const text =
      live.state +
      (live.ended ? '. The run has ended: this page stays as it is.' : '') +
      (Live.lost ? '. No answer: ' + Live.lost : '');
    if (Live.line.textContent !== text) Live.line.textContent = text;
    Live.line.classList.toggle('bad', live.bad || Live.lost !== '');
    Live.clock.textContent =
      'as of ' +
      new Date(live.at).toLocaleTimeString() +
      (live.ended ? '' : Live.paused ? ', paused' : ', every ' + live.every / 1000 + ' s');
    Live.far.hidden = !live.far;
    Live.epochs.textContent = Live.steps();
    Live.pause.textContent = Live.paused ? 'Continue' : 'Pause';
    Live.pause.hidden = live.ended;
  },

  // steps says how far the program has come, if it counts its steps.
  steps() {
    const { all, most, rate } = Data.live.epochs;
    if (!most) return '';
    return (
      'Steps of the program that have begun: ' +
      Format.count(all) +
      (most > all ? ' on all ranks, ' + Format.count(most) + ' on the one that is ahead' : '') +
      (rate > 0 && !Data.live.ended
        ? '; in the last interval ' + Format.digits(rate) + ' a second, ' + Format.time(1e9 / rate) + ' each'
        : '') +
      '.'
    );
  },

  update(what) {
    Live.tell();
    if (what === 'select') {
      Lists.mark(Live.regions);
      return;
    }
    const live = Data.live;
    const held = (g) =>
      g.most === 0
        ? ''
        : Format.time(g.least) === Format.time(g.most)
          ? Format.time(g.most)
          : Format.time(g.least) + ' to ' + Format.time(g.most);
    Live.groups.replaceChildren(
      Lists.table(
        'Where the ranks are; those of few ranks first: where all others wait, it is what they wait for',
        [
          { title: 'Ranks', cell: (g) => cell(g.count, Format.count(g.count)) },
          {
            title: 'which',
            left: true,
            cell: (g) =>
              el('td', {
                class: 'who',
                text: g.ranks + (g.further ? ', ' + Format.plural(g.threads, 'further thread') : ''),
              }),
          },
          { title: 'for', cell: (g) => cell(g.most, held(g)) },
          {
            title: 'in',
            left: true,
            cell: (g) =>
              el('td', {
                class: g.dead ? 'left bad' : 'left',
                text: (g.dead ? 'died in ' : '') + (g.place || '(no region)'),
              }),
          },
        ],
        live.groups,
      ),
    );
    Live.problems.replaceChildren(...live.problems.map((text) => el('p', { class: 'note bad', text })));
    if (Interval.base) {
      // whose regions are others
      Live.regions.replaceChildren(
        el('p', {
          class: 'note',
          text: 'The page shows an interval of the timeline: what the ranks did in the last second is there for the whole run.',
        }),
      );
      return;
    }
    const rows = Live.rows();
    Live.regions.replaceChildren(
      Lists.table(
        'What the ranks did in the last interval',
        [
          { title: 'Region', cell: (r) => Live.heading(r) },
          { title: 'Now', hint: 'share of the last interval, over ranks', cell: (r) => Live.share(r.i) },
          {
            title: 'since the page was opened',
            left: true,
            cell: (r) => el('td', { class: 'left' }, Live.course(r.i)),
          },
          ...(live.epochs.rate > 0 && !live.ended
            ? [
                {
                  title: 'A step',
                  hint: 'time in the region in a step of the program, mean over ranks and the last interval',
                  cell: (r) =>
                    cell(
                      live.share[r.i],
                      live.share[r.i] < 0 ? '' : Format.time((live.share[r.i] * 1e9) / live.epochs.rate),
                      { 'data-k': 'step' },
                    ),
                },
              ]
            : []),
          {
            title: 'Calls a second',
            hint: 'in the last interval, of all ranks and threads',
            cell: (r) => cell(live.calls[r.i], live.share[r.i] < 0 ? '' : Format.count(Math.round(live.calls[r.i]))),
          },
          {
            title: 'Ranks in it',
            hint: 'and in no region below it, at this moment',
            cell: (r) => cell(live.inside[r.i], live.inside[r.i] ? Format.count(live.inside[r.i]) : ''),
          },
          {
            title: 'Mean',
            hint: 'since the begin, of the ranks that ran it',
            cell: (r) => cell(Model.get('mean', r.i, 0), Model.time('mean', r.i, 0)),
          },
          {
            title: 'Imbalance',
            hint: 'since the begin: slowest rank less the mean',
            cell: (r) => cell(Model.get('imbalance', r.i, 0), Model.time('imbalance', r.i, 0)),
          },
        ],
        rows,
        { region: (r) => r.i },
      ),
    );
    if (Live.over > 0 || Live.all)
      Live.regions.append(
        el('button', {
          type: 'button',
          'data-choice': 'over',
          text: Live.all
            ? 'Fold what is over'
            : 'Show ' + Format.plural(Live.over, 'region') + ' of which nothing goes on',
          on: {
            click: () => {
              Live.all = !Live.all;
              Live.update('all');
            },
          },
        }),
      );
    Lists.mark(Live.regions);
  },

  all: false, // what is over is seen, too

  // rows are the regions, those that run now first among their siblings, with how deep they are; over is how many of which
  // nothing goes on are left out.
  rows() {
    const rows = [],
      { share, inside } = Data.live,
      known = !Data.live.ended && share.some((v) => v > 0);
    const runs = new Array(Model.count).fill(!known);
    for (let i = Model.count - 1; i >= 0; i--) {
      // parents precede their children
      runs[i] = runs[i] || share[i] > 0 || inside[i] > 0;
      if (runs[i] && Model.parent(i) >= 0) runs[Model.parent(i)] = true;
    }
    const now = (i) => (known ? Math.ceil(20 * Math.max(0, share[i])) : 0); // roughly, or rows would jump each second
    Live.over = 0;
    const walk = (i, level) => {
      if (Lists.wanted(i) && (Live.all || runs[i] || State.query !== '')) rows.push({ i, level });
      else if (!runs[i]) Live.over++;
      Model.children[i]
        .slice()
        .sort((a, b) => now(b) - now(a) || a - b)
        .forEach((c) => walk(c, level + 1));
    };
    Model.roots
      .slice()
      .sort((a, b) => now(b) - now(a) || a - b)
      .forEach((i) => walk(i, 0));
    return rows;
  },

  heading: ({ i, level }) =>
    el(
      'th',
      { scope: 'row', class: 'name', title: Model.pathText(i) },
      el(
        'span',
        { class: 'indent', style: { '--level': Math.min(level, 24) } },
        el('button', { type: 'button', class: 'link cut', on: { click: () => State.select(i) } }, Names.parts(i)),
        TreeTable.environment(i),
      ),
    ),

  share(i) {
    const v = Data.live.share[i],
      td = cell(v, v < 0 ? '' : Format.percent(v), { 'data-k': 'now', class: 'n bar' });
    td.style.setProperty('--share', 100 * Math.min(1, Math.max(0, v)) + '%');
    return td;
  },

  // course draws the shares of a region since the page was opened.
  course(i) {
    const list = Live.past.get(i) || [],
      wide = 160,
      high = 16,
      top = Math.max(0.01, ...list);
    const points = list
      .map(
        (v, k) =>
          (((k + 0.5) * wide) / Math.max(60, list.length)).toFixed(1) +
          ',' +
          (high - 1 - (v / top) * (high - 2)).toFixed(1),
      )
      .join(' ');
    const svg = el('svg', {
      class: 'course-of-share',
      width: wide,
      height: high,
      viewBox: '0 0 ' + wide + ' ' + high,
      role: 'img',
      'aria-label': list.length
        ? 'from ' + Format.percent(Math.min(...list)) + ' to ' + Format.percent(Math.max(...list))
        : 'not yet known',
    });
    if (list.length)
      svg.append(
        el('path', { d: 'M' + points.replaceAll(' ', 'L'), fill: 'none', stroke: 'currentColor', 'stroke-width': 1 }),
      );
    return svg;
  },
};

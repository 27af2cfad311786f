// Time per step of the program: steps across, ranks down. It shows drift, jitter, and the one slow step.

const Steps = {
  region: 0,
  at: 0, // the column and the rank that are chosen
  rank: 0,
  most: 10, // steps in the table

  make(panel) {
    const s = TimeData.steps;
    panel.replaceChildren();
    Steps.canvas = null;
    if (!s) return;
    Object.assign(Steps, {
      region: Math.max(0, s.regions.indexOf(Steps.named || Findings.region())),
      at: Math.min(Steps.at, s.columns - 1),
      rank: Math.min(Steps.rank, s.ranks.length - 1),
    });
    const choose = el(
      'select',
      {
        'data-choice': 'steps',
        on: {
          change: () => {
            Steps.region = choose.selectedIndex;
            Steps.pick();
            Steps.draw();
          },
        },
      },
      s.regions.map((name, i) => el('option', { text: name, selected: i === Steps.region })),
    );
    Steps.chosen = choose;
    Steps.canvas = el('canvas', { class: 'steps', tabindex: 0, role: 'img' });
    Steps.text = el('p', { class: 'note' });
    Steps.table = el('div', {});
    panel.append(
      el('h2', { text: 'Time per step' }),
      el('div', { class: 'bar-of-tools' }, el('label', {}, 'Region ', choose)),
      Steps.text,
      Steps.canvas,
      Steps.table,
    );
    Steps.canvas.addEventListener('keydown', Steps.key);
    Steps.canvas.addEventListener('focus', () => Steps.tell());
    Steps.canvas.addEventListener('mousemove', (e) => Tip.show(e.clientX, e.clientY, Steps.lines(...Steps.under(e))));
    Steps.canvas.addEventListener('mouseleave', Tip.hide);
    Steps.canvas.addEventListener('click', (e) => {
      [Steps.at, Steps.rank] = Steps.under(e);
      Steps.draw();
    });
    Steps.canvas.addEventListener('dblclick', () => Steps.go(Steps.at, Steps.rank));
    Steps.pick();
    Steps.draw();
  },

  // pick finds out what is known of the region.
  pick() {
    Steps.named = TimeData.steps.regions[Steps.region]; // in the next timeline of a run that goes on, it may have another place
    Steps.known = Steps.all();
    Steps.mean = Steps.known.reduce((sum, k) => sum + k.v, 0) / Math.max(1, Steps.known.length);
    Steps.far = Steps.known.reduce((far, k) => Math.max(far, Math.abs(k.v - Steps.mean)), Steps.mean / 10);
    Steps.known.sort((a, b) => Math.abs(a.v - Steps.mean) - Math.abs(b.v - Steps.mean)); // where several are in a pixel, what is odd is seen
    Steps.longest = Steps.known
      .slice()
      .sort((a, b) => b.v - a.v)
      .slice(0, Steps.most);
  },

  // choose selects a step and a rank of a region.
  choose(region, column, rank) {
    Object.assign(Steps, { region, at: column, rank });
    Steps.chosen.selectedIndex = region;
    Steps.pick();
    Steps.draw();
  },

  value: (column, rank) =>
    TimeData.steps.seconds[(Steps.region * TimeData.steps.ranks.length + rank) * TimeData.steps.columns + column],

  // all are the times of the region that are known, with their places.
  all() {
    const s = TimeData.steps,
      list = [];
    for (let rank = 0; rank < s.ranks.length; rank++) {
      for (let column = 0; column < s.columns; column++) {
        const v = Steps.value(column, rank);
        if (!Number.isNaN(v)) list.push({ column, rank, v });
      }
    }
    return list;
  },

  step: (column) => {
    const s = TimeData.steps,
      first = s.numbers[column],
      last = s.numbers[column + 1] - 1;
    return first === last
      ? 'step ' + Format.count(first)
      : 'steps ' + Format.count(first) + ' to ' + Format.count(last);
  },

  lines(column, rank) {
    const v = Steps.value(column, rank),
      s = TimeData.steps;
    return [
      'rank ' + s.ranks[rank] + ', ' + Steps.step(column),
      Number.isNaN(v) ? 'did not run it' : (s.fold > 1 ? 'the longest: ' : '') + Format.time(v * 1e9),
      'mean of all steps and ranks ' + Format.time(Steps.mean * 1e9),
    ];
  },

  under(e) {
    const box = Steps.canvas.getBoundingClientRect(),
      s = TimeData.steps;
    const column = Math.floor(((e.clientX - box.left - Timeline.gutter) / (box.width - Timeline.gutter)) * s.columns),
      rank = Math.floor(((e.clientY - box.top) / box.height) * s.ranks.length);
    return [Math.max(0, Math.min(s.columns - 1, column)), Math.max(0, Math.min(s.ranks.length - 1, rank))];
  },

  // window is when a rank was in a step, which others may have begun earlier or later.
  window(column, rank) {
    const s = TimeData.steps,
      i = rank * s.columns + column;
    return { from: s.start[i], to: s.end[i] };
  },

  // go shows a step of a rank, in the lane above that does there what is looked at.
  go(column, rank) {
    const { from, to } = Steps.window(column, rank);
    if (Number.isNaN(from)) return;
    const s = TimeData.steps,
      lane = Rows.busiest(s.ranks[rank], s.regions[Steps.region].split('/').pop(), from, to);
    Timeline.show(from, to);
    if (lane) Rows.choose(lane, (from + to) / 2);
    Timeline.canvas.scrollIntoView({ block: 'center' });
  },

  key(event) {
    const s = TimeData.steps,
      step = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
        Home: [-s.columns, 0],
        End: [s.columns, 0],
      }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') Steps.go(Steps.at, Steps.rank);
    else if (step) {
      Steps.at = Math.max(0, Math.min(s.columns - 1, Steps.at + step[0]));
      Steps.rank = Math.max(0, Math.min(s.ranks.length - 1, Steps.rank + step[1]));
      Steps.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  },

  tell() {
    Steps.canvas.setAttribute('aria-label', 'Time per step: ' + Steps.lines(Steps.at, Steps.rank).join(', '));
  },

  draw() {
    const s = TimeData.steps,
      c = Steps.canvas;
    if (!s || !c) return;
    const sharp = devicePixelRatio || 1,
      rows = s.ranks.length,
      high = Math.max(1, Math.min(18, Math.floor(360 / rows))),
      width = Timeline.width;
    c.width = Math.round(Timeline.wide * sharp);
    c.height = Math.round(rows * high * sharp);
    c.style.width = Timeline.wide + 'px';
    c.style.height = rows * high + 'px';
    const g = c.getContext('2d'),
      style = getComputedStyle(document.documentElement);
    g.scale(sharp, sharp);
    g.font = Math.max(9, Math.min(12, high - 2)) + 'px system-ui, sans-serif';
    g.textBaseline = 'middle';
    const x = (column) => Timeline.gutter + (column * width) / s.columns;
    for (const k of Steps.known) {
      g.fillStyle = Colours.css(Colours.both(Steps.far > 0 ? (k.v - Steps.mean) / Steps.far : 0));
      g.fillRect(x(k.column), k.rank * high, Math.max(1, width / s.columns), high);
    }
    g.fillStyle = style.getPropertyValue('--soft');
    for (let rank = 0; rank < rows; rank += Math.ceil(12 / high))
      g.fillText('rank ' + s.ranks[rank], 4, rank * high + high / 2, Timeline.gutter - 8);
    g.strokeStyle = style.getPropertyValue('--ink');
    g.strokeRect(x(Steps.at) - 0.5, Steps.rank * high + 0.5, Math.max(3, width / s.columns), Math.max(3, high - 1));
    Steps.text.replaceChildren(
      Colours.bar(
        'both',
        'shorter\u00a0',
        '\u00a0longer than the mean of all steps and ranks, ' + Format.time(Steps.mean * 1e9) + '. ',
      ),
      Format.count(s.count) +
        ' steps across, from one mark of the program (CountEpoch, Epoch) or sample of the recorder to the next' +
        (s.fold > 1 ? ', ' + s.fold + ' in a column, which shows the longest' : '') +
        '; ranks down. Arrow keys go through them, Enter shows the step in the lanes above.',
    );
    Steps.tell();
    Steps.table.replaceChildren(
      Lists.table(
        'The longest steps of ' + s.regions[Steps.region],
        [
          {
            title: 'Step',
            cell: (k) =>
              el(
                'th',
                { scope: 'row' },
                el('button', {
                  type: 'button',
                  class: 'link',
                  text: Steps.step(k.column),
                  on: { click: () => Steps.go(k.column, k.rank) },
                }),
              ),
          },
          { title: 'Rank', cell: (k) => cell(s.ranks[k.rank], s.ranks[k.rank]) },
          { title: 'Time', cell: (k) => cell(k.v, Format.time(k.v * 1e9)) },
          { title: 'of the mean', cell: (k) => cell(k.v / Steps.mean, Format.digits(k.v / Steps.mean) + ' ×') },
          {
            title: 'from',
            hint: 'when that rank began it',
            cell: (k) =>
              (({ from }) => cell(from, Number.isNaN(from) ? '–' : Format.time(from)))(Steps.window(k.column, k.rank)),
          },
        ],
        Steps.longest,
      ),
    );
  },

  // ruler marks where steps of the chosen lane's rank begin, or of the first, where they can be told apart.
  ruler(g) {
    const s = TimeData.steps;
    if (!s) return;
    const rank = Math.max(0, s.ranks.indexOf((Timeline.list[Timeline.lane] || {}).rank)),
      own = s.start.slice(rank * s.columns, (rank + 1) * s.columns);
    const per = Timeline.width / (Timeline.to - Timeline.from),
      seen = [...own].filter((t) => t >= Timeline.from && t <= Timeline.to);
    if (seen.length > Timeline.width / 4) return;
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--soft');
    for (const t of seen) g.fillRect(Timeline.gutter + (t - Timeline.from) * per, 15, 1, 3);
  },
};

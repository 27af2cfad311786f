// Pictures of what is seen of the timeline: its lanes, the states of the chosen one, and statistics.

const Picture = {
  save(href, name) {
    const a = el('a', { href, download: name });
    a.click();
  },

  // canvases are those that are seen, from above.
  canvases: () =>
    [Timeline.canvas, Timeline.nested, ...Timeline.courses.querySelectorAll('canvas')].filter(
      (c) => !c.hidden && c.width > 0,
    ),

  png() {
    Picture.save(Picture.drawn().toDataURL('image/png'), 'timeline.png');
  },

  // drawn is all of them on one canvas.
  drawn() {
    const list = Picture.canvases(),
      gap = Math.round(4 * (devicePixelRatio || 1));
    const all = el('canvas', {
      width: Math.max(...list.map((c) => c.width)),
      height: list.reduce((sum, c) => sum + c.height + gap, 0),
    });
    const g = all.getContext('2d');
    g.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--back');
    g.fillRect(0, 0, all.width, all.height);
    let y = 0;
    for (const c of list) {
      g.drawImage(c, 0, y);
      y += c.height + gap;
    }
    return all;
  },

  svg() {
    Picture.save('data:image/svg+xml;charset=utf-8,' + encodeURIComponent(TimeSVG.text()), 'timeline.svg');
  },
};

// TimeSVG is what is seen as a picture of lines and areas, which can be enlarged and edited.
const TimeSVG = {
  safe: (text) => text.replace(/[&<>"]/g, (c) => '&#' + c.charCodeAt(0) + ';'),
  x: (t) =>
    Timeline.gutter +
    Math.min(Timeline.width, Math.max(0, ((t - Timeline.from) / (Timeline.to - Timeline.from)) * Timeline.width)),

  text() {
    const high = Timeline.high,
      first = Math.floor(Timeline.box.scrollTop / high),
      lanes = Timeline.per > 1 ? [] : Timeline.list.slice(first, first + Timeline.shown);
    const style = getComputedStyle(document.documentElement),
      ink = style.getPropertyValue('--ink').trim(),
      back = Colours.css(Colours.parts(Colours.scale('none')));
    const label = (y, text) => '<text x="4" y="' + y + '" fill="' + ink + '">' + TimeSVG.safe(text) + '</text>',
      parts = [];
    const area = (high) => (y) => (a, b, name) =>
      parts.push(
        '<rect x="' +
          a.toFixed(2) +
          '" y="' +
          y +
          '" width="' +
          Math.max(0.05, b - a).toFixed(2) +
          '" height="' +
          high +
          '" fill="' +
          Colours.css(TimePaint.colour(name)) +
          '"><title>' +
          TimeSVG.safe(Timeline.label(name)) +
          '</title></rect>',
      );
    parts.push(
      '<text x="' +
        Timeline.gutter +
        '" y="11" fill="' +
        ink +
        '">' +
        TimeSVG.safe(Format.time(Timeline.from) + ' to ' + Format.time(Timeline.to)) +
        '</text>',
    );
    lanes.forEach((lane, row) => {
      const y = 18 + row * high;
      parts.push(
        label(
          y + high - 3,
          TimePaint.title(lane, { font: 'SVG', measureText: (text) => ({ width: 5.6 * text.length }) }),
        ),
      );
      TimeSVG.rects(lane, area(high - 1)(y));
      TimeData.eachMark(lane, Timeline.from, Timeline.to, (Timeline.to - Timeline.from) / Timeline.width, (at, i) =>
        parts.push(
          '<rect x="' +
            TimeSVG.x(at).toFixed(2) +
            '" y="' +
            y +
            '" width="1" height="' +
            Strips.mark(high - 1).toFixed(2) +
            '" fill="' +
            ink +
            '"><title>' +
            TimeSVG.safe(Timeline.label(lane.name[i])) +
            '</title></rect>',
        ),
      );
    });
    parts.push(...TimeSVG.messages(lanes, first, ink, back));
    if (Timeline.critical) parts.push(...TimeSVG.path(lanes, first, ink));
    if (Timeline.per > 1)
      parts.push(
        '<image x="0" y="0" width="' +
          Timeline.wide +
          '" height="' +
          (18 + Timeline.shown * high) +
          '" href=' +
          '"' +
          Timeline.canvas.toDataURL('image/png') +
          '"/>',
      );
    let y = 18 + (Timeline.per > 1 ? Timeline.shown : lanes.length) * high + 8;
    for (const s of Courses.made) {
      parts.push(
        label(y + 12, s.group + ' ' + s.name),
        label(y + 26, s.node),
        ...TimeSVG.course(s, y, style.getPropertyValue('--bar').trim(), (text) => label(y + 40, text)),
      );
      y += 46;
    }
    return [
      '<svg xmlns="http://www.w3.org/2000/svg" width="' +
        Timeline.wide +
        '" height="' +
        y +
        '" font-family="sans-serif" font-size="11">',
      '<rect width="100%" height="100%" fill="' + style.getPropertyValue('--back').trim() + '"/>',
      ...parts,
      '</svg>',
    ].join('\n');
  },

  // rects gives the areas of a lane: its states where they are few, otherwise in each pixel the shares side by side.
  rects(lane, f) {
    const x = TimeSVG.x;
    if (TimeData.exact(lane, Timeline.from, Timeline.to, Timeline.width)) {
      for (let i = TimeData.first(lane.to, Timeline.from); i < lane.from.length && lane.from[i] < Timeline.to; i++)
        f(x(lane.from[i]), x(lane.to[i]), lane.name[lane.of[i]]);
      return;
    }
    const width = Data.timeline.length / lane.bins.n;
    for (let k = Math.floor(Timeline.from / width); k < lane.bins.n && k * width < Timeline.to; k++) {
      let t = k * width;
      for (let j = lane.bins.first[k]; j < lane.bins.first[k + 1]; j++) {
        const end = t + lane.bins.share[j] * width;
        if (end > Timeline.from) f(x(t), x(end), lane.bins.name[j]);
        t = end;
      }
    }
  },

  // messages are lines, and waits a hatching, as far as they are drawn.
  messages(lanes, first, ink, back) {
    const m = TimeData.messages,
      list = [],
      parts = [],
      x = TimeSVG.x,
      place = new Map(lanes.map((lane, row) => [lane.index, row])),
      high = Timeline.high;
    TimeData.eachMessage(Timeline.from, Timeline.to, (i) => list.push(i) > TimePaint.mostArrows);
    if (list.length === 0 || list.length > TimePaint.mostArrows) return parts;
    for (const i of list) {
      const from = place.get(m.from[i]),
        to = place.get(m.to[i]),
        y = (row) => 18 + (row + 0.5) * high,
        wait = Math.min(m.at[i], m.until[i]);
      if (to !== undefined && wait > m.since[i])
        parts.push(
          '<path d="' +
            TimeSVG.hatching(x(m.since[i]), x(wait), 18 + to * high) +
            '" stroke="' +
            back +
            '"><title>' +
            TimeSVG.safe(
              'waits ' + Format.time(wait - m.since[i]) + ' for ' + TimeData.title(TimeData.lanes[m.from[i]]),
            ) +
            '</title></path>',
        );
      if (
        m.kind[i] === Messages.collective ||
        m.kind[i] === Messages.receiver ||
        from === undefined ||
        to === undefined
      )
        continue;
      parts.push(
        '<line x1="' +
          x(m.at[i]).toFixed(2) +
          '" y1="' +
          y(from) +
          '" x2="' +
          x(m.until[i]).toFixed(2) +
          '" y2="' +
          y(to) +
          '" stroke="' +
          ink +
          '"' +
          (m.kind[i] === Messages.caused ? ' stroke-dasharray="5 3"' : '') +
          '/>',
      );
    }
    return parts;
  },

  // hatching is of a lane at y, as TimePaint has it.
  hatching(from, to, y) {
    const lines = [];
    for (let a = from; a < to; a += 6)
      lines.push(
        'M' +
          a.toFixed(2) +
          ' ' +
          (y + Timeline.high - 2) +
          'L' +
          Math.min(a + Timeline.high, to).toFixed(2) +
          ' ' +
          (y + 1),
      );
    return lines.join('');
  },

  path(lanes, first, ink) {
    const place = new Map(lanes.map((lane, row) => [lane.index, row])),
      x = TimeSVG.x;
    return TimeData.path
      .filter((p) => p.to >= Timeline.from && p.from <= Timeline.to && place.has(p.lane))
      .map(
        (p) =>
          '<rect x="' +
          x(p.from).toFixed(2) +
          '" y="' +
          (18 + (place.get(p.lane) + 1) * Timeline.high - 3) +
          '" width="' +
          Math.max(0.5, x(p.to) - x(p.from)).toFixed(2) +
          '" height="2" fill="' +
          ink +
          '"><title>' +
          Timeline.pathName() +
          '</title></rect>',
      );
  },

  // course is the mean of statistics as an area, with its largest value.
  course(s, y, fill, label) {
    const width = Data.timeline.length / s.mean.length,
      parts = [],
      low = Math.max(0, Math.floor(Timeline.from / width)),
      last = Math.min(s.mean.length - 1, Math.floor(Timeline.to / width));
    const seen = [...s.mean.keys()].slice(low, last + 1).filter((k) => !Number.isNaN(s.mean[k]));
    if (seen.length === 0) return [label('nothing here')];
    const most = Math.max(0, ...seen.map((k) => s.max[k])),
      least = Math.min(0, ...seen.map((k) => s.mean[k]));
    for (const k of seen) {
      const high = ((s.mean[k] - least) / Math.max(most - least, 1e-30)) * 40;
      parts.push(
        '<rect x="' +
          TimeSVG.x(k * width).toFixed(2) +
          '" y="' +
          (y + 44 - high).toFixed(2) +
          '" width="' +
          (TimeSVG.x((k + 1) * width) - TimeSVG.x(k * width)).toFixed(2) +
          '" height="' +
          high.toFixed(2) +
          '" fill="' +
          fill +
          '"/>',
      );
    }
    return [...parts, label('≤ ' + Format.quantity(most, s.unit))];
  },
};

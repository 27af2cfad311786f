// Pictures of icicles and of the heat map, as they are seen: PNG and SVG.

const Drawing = {
  line: 18, // of what stands above and beneath

  buttons(name, scene) {
    const button = (title, how, f) =>
      el('button', { type: 'button', text: title, title: how, on: { click: () => f(scene()) } });
    return [
      button('Save picture', 'PNG of what is seen', (s) => Picture.save(Drawing.png(s), name + '.png')),
      button('Save SVG', 'the same as SVG', (s) =>
        Picture.save('data:image/svg+xml;charset=utf-8,' + encodeURIComponent(Drawing.svg(s)), name + '.svg'),
      ),
    ];
  },

  // scene is what is drawn of icicles: areas with names, and lines of text.
  scene(boxes, text) {
    const seen = boxes.filter((box) => !box.hidden),
      wide = Math.max(320, ...seen.map((box) => box.clientWidth)),
      parts = [],
      titles = [];
    let y = Drawing.line + 6;
    for (const box of seen) {
      if (box.dataset.title) {
        titles.push({ y: y + 14, text: box.dataset.title });
        y += Drawing.line + 2;
      }
      for (const e of box.children) {
        const style = getComputedStyle(e),
          x = (parseFloat(e.style.left) / 100) * wide;
        parts.push({
          x,
          y: y + parseFloat(e.style.top),
          wide: Math.max(0.1, (parseFloat(e.style.width) / 100) * wide - 1),
          fill: style.backgroundColor,
          ink: style.color,
          text: e.textContent,
        });
      }
      y += parseFloat(box.style.height);
    }
    return Drawing.framed(wide, y, parts, titles, text);
  },

  // framed has the run above, and a text beneath.
  framed(wide, y, parts, titles, text) {
    const lines = Drawing.lines(text, wide).map((part, k) => ({ y: y + (k + 1) * Drawing.line, text: part }));
    return {
      wide,
      high: y + (lines.length + 0.5) * Drawing.line,
      parts,
      lines: [
        { y: Drawing.line - 2, text: titles.length ? Data.title : Data.title + ', ' + Data.runs[State.run].name },
        ...titles,
        ...lines,
      ],
    };
  },

  // lines cuts a text where it has room, of about six pixels for each letter.
  lines(text, wide) {
    const lines = [''];
    for (const word of text.split(' ')) {
      const longer = (lines.at(-1) + ' ' + word).trim();
      if (longer.length * 6.2 > wide && lines.at(-1)) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  },

  property: (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),

  svg(s) {
    const safe = TimeSVG.safe,
      of = (v) => v.toFixed(2),
      high = Icicle.height - 1;
    return [
      '<svg xmlns="http://www.w3.org/2000/svg" width="' +
        s.wide +
        '" height="' +
        of(s.high) +
        '" font-family="sans-serif" font-size="12">',
      '<rect width="100%" height="100%" fill="' + Drawing.property('--back') + '"/>',
      ...s.parts.map(
        (p) =>
          '<svg x="' +
          of(p.x) +
          '" y="' +
          of(p.y) +
          '" width="' +
          of(p.wide) +
          '" height="' +
          high +
          '">' +
          (p.text ? '<title>' + safe(p.text) + '</title>' : '') +
          '<rect width="100%" height="100%" fill="' +
          p.fill +
          '"/>' +
          (p.wide > 16 && p.text ? '<text x="4" y="16" fill="' + p.ink + '">' + safe(p.text) + '</text>' : '') +
          '</svg>',
      ),
      ...s.lines.map(
        (l) => '<text x="2" y="' + of(l.y) + '" fill="' + Drawing.property('--ink') + '">' + safe(l.text) + '</text>',
      ),
      '</svg>',
    ].join('\n');
  },

  png: (s) => Drawing.canvas(s).toDataURL('image/png'),

  canvas(s) {
    const sharp = Math.max(1, Math.min(devicePixelRatio || 1, 16000 / s.high, 16000 / s.wide)),
      c = el('canvas', { width: Math.round(s.wide * sharp), height: Math.round(s.high * sharp) }),
      g = c.getContext('2d');
    g.scale(sharp, sharp);
    g.fillStyle = Drawing.property('--back');
    g.fillRect(0, 0, s.wide, s.high);
    g.font = '12px sans-serif';
    for (const p of s.parts) {
      g.fillStyle = p.fill;
      g.fillRect(p.x, p.y, p.wide, Icicle.height - 1);
      if (p.wide <= 16 || !p.text) continue;
      g.save();
      g.beginPath();
      g.rect(p.x, p.y, p.wide - 2, Icicle.height);
      g.clip();
      g.fillStyle = p.ink;
      g.fillText(p.text, p.x + 4, p.y + 16);
      g.restore();
    }
    g.fillStyle = Drawing.property('--ink');
    for (const l of s.lines) g.fillText(l.text, 2, l.y);
    return c;
  },
};

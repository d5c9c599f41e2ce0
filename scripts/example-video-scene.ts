/** The part of the canvas API that the scene uses; scripts are checked without the browser's types. */
interface Canvas {
  fillStyle: string | Gradient;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  globalAlpha: number;
  beginPath: () => void;
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
  bezierCurveTo: (a: number, b: number, c: number, d: number, x: number, y: number) => void;
  quadraticCurveTo: (a: number, b: number, x: number, y: number) => void;
  arc: (x: number, y: number, radius: number, from: number, to: number) => void;
  ellipse: (x: number, y: number, a: number, b: number, turn: number, from: number, to: number) => void;
  fill: () => void;
  stroke: () => void;
  fillRect: (x: number, y: number, width: number, height: number) => void;
  createLinearGradient: (x: number, y: number, x2: number, y2: number) => Gradient;
}
interface Gradient {
  addColorStop: (at: number, colour: string) => void;
}

/**
 * Draws the frame at `at` seconds of the example video: over one day a coin is planted, grows into a tree and bears
 * coins, which fall into a pocket in the evening. It runs in a browser, so it contains everything it needs.
 */
export function scene(canvas: Canvas, at: number, seconds: number, width: number, height: number): void {
  const day = at / seconds;
  const ground = height * 0.78;
  const centre = width * 0.46;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  /** Returns 0 before `from`, 1 after `to` (parts of the day), and smooth values in between. */
  const ease = (from: number, to: number) => {
    const part = clamp((day - from) / (to - from));
    return part * part * (3 - 2 * part);
  };
  const mix = (a: number[], b: number[], part: number) =>
    `rgb(${a.map((value, i) => Math.round(value + ((b[i] ?? 0) - value) * part)).join(',')})`;
  const disc = (x: number, y: number, radius: number, colour: string) => {
    canvas.fillStyle = colour;
    canvas.beginPath();
    canvas.arc(x, y, Math.max(0, radius), 0, Math.PI * 2);
    canvas.fill();
  };
  const coin = (x: number, y: number, radius: number, turn = 0) => {
    const wide = Math.max(0.12, Math.abs(Math.cos(turn)));
    for (const [part, colour] of [
      [1, '#8a4a0e'],
      [0.88, '#f6ad3c'],
      [0.62, '#ffc76b'],
    ] as const) {
      canvas.fillStyle = colour;
      canvas.beginPath();
      canvas.ellipse(x, y, radius * part * wide, radius * part, 0, 0, Math.PI * 2);
      canvas.fill();
    }
  };

  const drawSky = () => {
    const dusk = ease(0.72, 0.95);
    const dawn = 1 - ease(0, 0.16);
    const sky = canvas.createLinearGradient(0, 0, 0, ground);
    const noonTop = mix([126, 200, 196], [253, 214, 178], dawn);
    sky.addColorStop(0, dusk > 0 ? mix([126, 200, 196], [16, 44, 52], dusk) : noonTop);
    sky.addColorStop(1, dusk > 0 ? mix([233, 246, 236], [222, 122, 92], dusk) : '#f6efdd');
    canvas.fillStyle = sky;
    canvas.fillRect(0, 0, width, height);
    for (let star = 0; star < 40; star += 1) {
      canvas.globalAlpha = ease(0.84, 1) * (0.5 + 0.5 * Math.sin(at * 1.4 + star));
      disc((star * 211) % width, (star * 97) % (ground * 0.6), 1.3, '#fff6e0');
    }
    canvas.globalAlpha = 1;
    const angle = Math.PI * (1.04 - day * 1.12);
    disc(width / 2 + Math.cos(angle) * width * 0.44, ground - Math.sin(angle) * height * 0.62, 34, '#ffc76b');
  };

  const drawHills = () => {
    const dusk = ease(0.72, 0.95) * 0.6;
    for (const [offset, lift, colour] of [
      [0.2, 0.13, [150, 201, 176]],
      [1.7, 0.07, [92, 166, 138]],
      [3.1, 0, [13, 117, 97]],
    ] as [number, number, number[]][]) {
      canvas.fillStyle = mix(colour, [6, 45, 36], dusk);
      canvas.beginPath();
      canvas.moveTo(0, height);
      for (let x = 0; x <= width; x += 14) {
        canvas.lineTo(x, ground - lift * height + Math.sin(x / 130 + offset) * 14 * (lift > 0 ? 1.6 : 0.2));
      }
      canvas.lineTo(width, height);
      canvas.fill();
    }
  };

  const crown = ground - height * 0.44;
  const grown = ease(0.14, 0.5);
  const sway = Math.sin(at * 1.1) * 5 * grown;
  const drawTree = () => {
    if (grown <= 0) return;
    const top = ground + 8 - height * 0.4 * grown;
    canvas.strokeStyle = '#7a4b2a';
    canvas.lineWidth = 5 + 13 * grown;
    canvas.lineCap = 'round';
    canvas.beginPath();
    canvas.moveTo(centre, ground + 10);
    canvas.quadraticCurveTo(centre - 8, (ground + top) / 2, centre + sway, top);
    canvas.stroke();
    for (const [x, y, radius, colour] of [
      [-62, 34, 54, '#0b6855'],
      [64, 30, 56, '#0b6855'],
      [0, -12, 78, '#128069'],
      [-26, -34, 40, '#2aa384'],
    ] as const) {
      const size = ease(0.2, 0.56);
      disc(
        centre + sway * 1.4 + x * size,
        crown + 26 + y * size + (1 - grown) * height * 0.36,
        radius * size,
        colour,
      );
    }
  };

  const pocket = { x: width * 0.74, y: ground - 26 };
  const drawPocketBack = () => {
    canvas.globalAlpha = ease(0.5, 0.58);
    canvas.fillStyle = '#8a3413';
    canvas.beginPath();
    canvas.ellipse(pocket.x, pocket.y, 66, 13, 0, 0, Math.PI * 2);
    canvas.fill();
    canvas.globalAlpha = 1;
  };
  const drawPocketFront = () => {
    canvas.globalAlpha = ease(0.5, 0.58);
    canvas.fillStyle = '#e8623f';
    canvas.beginPath();
    canvas.moveTo(pocket.x - 66, pocket.y);
    canvas.quadraticCurveTo(pocket.x, pocket.y + 26, pocket.x + 66, pocket.y);
    canvas.bezierCurveTo(
      pocket.x + 70,
      pocket.y + 92,
      pocket.x + 34,
      pocket.y + 96,
      pocket.x,
      pocket.y + 104,
    );
    canvas.bezierCurveTo(pocket.x - 34, pocket.y + 96, pocket.x - 70, pocket.y + 92, pocket.x - 66, pocket.y);
    canvas.fill();
    canvas.globalAlpha = 1;
  };

  /** Coins ripen around the crown one after the other, then hop into the pocket. */
  const drawFruit = () => {
    for (let fruit = 0; fruit < 9; fruit += 1) {
      const turn = (fruit / 9) * Math.PI * 2;
      const ripe = ease(0.46 + fruit * 0.012, 0.54 + fruit * 0.012);
      const hop = clamp((day - 0.64 - fruit * 0.027) / 0.055);
      if (ripe <= 0 || hop >= 1) continue;
      const from = {
        x: centre + sway * 1.4 + Math.cos(turn) * (52 + (fruit % 3) * 14),
        y: crown + 16 + Math.sin(turn) * (36 + (fruit % 2) * 16),
      };
      const x = from.x + (pocket.x - from.x) * hop;
      const y = from.y + (pocket.y + 18 - from.y) * hop * hop - Math.sin(hop * Math.PI) * 34;
      coin(x, y, 14 * ripe, hop * 9);
    }
  };

  drawSky();
  drawHills();
  drawTree();
  drawPocketBack();
  drawFruit();
  const planted = clamp(day / 0.12);
  if (day < 0.16) coin(centre, 40 + (ground - 40) * planted * planted, 17 * (1 - ease(0.12, 0.16)), at * 5);
  drawPocketFront();
  const last = ease(0.9, 0.97);
  if (last > 0) coin(pocket.x, pocket.y - 44 * last + Math.sin(at * 2) * 3, 22 * last, at * 1.6);
}

import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import type { MissionKind } from '#contract/missions.values.ts';

/**
 * The form's values for a mission: numbers as typed, lists of texts as lines, and the fields of every kind, so that
 * choosing another kind loses nothing.
 */
export interface MissionValues {
  title: string;
  description: string;
  instructions: string;
  points: string;
  difficulty: MissionPlan['difficulty'];
  status: MissionPlan['status'];
  announced: boolean;
  dailyCap: string;
  totalCap: string;
  position: string;
  kind: MissionKind;
  seconds: string;
  sources: string;
  advertiser: string;
  url: string;
  questions: QuestionValues[];
  items: { title: string; text: string; price: string }[];
}
interface QuestionValues {
  /** The key that members' stored answers refer to; empty for a new question. */
  key: string;
  text: string;
  /** One option per line. */
  options: string;
  /** The stored options, so that an unchanged text keeps its id. */
  stored: { id: string; text: string }[];
}

export const newQuestion = (): QuestionValues => ({ key: '', text: '', options: '', stored: [] });
export const newItem = () => ({ title: '', text: '', price: '' });

export const newMission = (): MissionValues => ({
  title: '',
  description: '',
  instructions: '',
  points: '',
  difficulty: 'easy',
  status: 'draft',
  announced: false,
  dailyCap: '',
  totalCap: '',
  position: '0',
  kind: 'video',
  seconds: '',
  sources: '',
  advertiser: '',
  url: '',
  questions: [newQuestion()],
  items: [newItem()],
});

/** The form's values for a stored mission. */
export function valuesOf(plan: MissionPlan): MissionValues {
  const { content } = plan;
  const values: MissionValues = {
    ...newMission(),
    title: plan.title,
    description: plan.description,
    instructions: plan.instructions.join('\n'),
    points: String(plan.points),
    difficulty: plan.difficulty,
    status: plan.status,
    announced: plan.announced ?? false,
    dailyCap: plan.dailyCap === null ? '' : String(plan.dailyCap),
    totalCap: plan.totalCap === null ? '' : String(plan.totalCap),
    position: String(plan.position),
    kind: content.kind,
  };
  switch (content.kind) {
    case 'video':
      return { ...values, seconds: String(content.seconds), sources: content.sources.join('\n') };
    case 'survey':
      return {
        ...values,
        questions: content.questions.map(({ id, text, options }) => ({
          key: id,
          text,
          options: options.map((option) => option.text).join('\n'),
          stored: options,
        })),
      };
    case 'browse':
      return {
        ...values,
        seconds: String(content.seconds),
        items: content.items.map(({ title, text, price = '' }) => ({ title, text, price })),
      };
    default:
      return { ...values, advertiser: content.advertiser, url: content.url };
  }
}

/** Names the text about a status: what members see of a draft depends on whether it is announced. */
export const statusTextOf = ({ status, announced }: Pick<MissionPlan, 'status' | 'announced'>) =>
  status === 'draft' && announced ? 'draftAnnounced' : status;

/** The plan in the form, unchecked: an empty number is missing, and so is the limit of an empty cap. */
export function planOf(values: MissionValues): MissionPlan {
  return {
    title: values.title,
    description: values.description,
    instructions: linesOf(values.instructions),
    points: numberOf(values.points),
    difficulty: values.difficulty,
    status: values.status,
    announced: values.announced,
    dailyCap: capOf(values.dailyCap),
    totalCap: capOf(values.totalCap),
    position: numberOf(values.position),
    content: contentOf(values),
  };
}

function contentOf(values: MissionValues): MissionContent {
  const { kind } = values;
  switch (kind) {
    case 'video':
      return { kind, seconds: numberOf(values.seconds), sources: linesOf(values.sources) };
    case 'survey': {
      const questions = values.questions.map(({ key, text, options, stored }) => ({
        id: key,
        text,
        options: optionsOf(linesOf(options), stored),
      }));
      return { kind, questions: withIds('q', questions) };
    }
    case 'browse':
      return {
        kind,
        seconds: numberOf(values.seconds),
        items: values.items.map(({ title, text, price }) => ({
          title,
          text,
          ...(price.trim() ? { price: price.trim() } : {}),
        })),
      };
    default:
      return { kind, advertiser: values.advertiser.trim(), url: values.url.trim() };
  }
}

/** A stored text keeps its id, so that answers given to it stay with it. */
function optionsOf(texts: string[], stored: QuestionValues['stored']) {
  const left = [...stored];
  const options = texts.map((text) => {
    const at = left.findIndex((option) => option.text === text);
    return { id: at < 0 ? '' : (left.splice(at, 1)[0]?.id ?? ''), text };
  });
  return withIds('o', options);
}

/**
 * Gives those without an id one that is made of their text: no other text ever gets it, whoever adds one, wherever and when, as
 * members' answers refer to it. Of the same text twice, the second has a number.
 */
function withIds<Item extends { id: string; text: string }>(letter: string, given: Item[]): Item[] {
  const used = new Set(given.map(({ id }) => id));
  return given.map((item) => {
    if (item.id) return item;
    const first = `${letter}-${hashOf(item.text)}`;
    let id = first;
    for (let number = 2; used.has(id); number += 1) id = `${first}-${number}`;
    used.add(id);
    return { ...item, id };
  });
}

/** FNV-1a of 64 bits, in digits and small letters. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
const capOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const FLAT = new Set(['seconds', 'sources', 'advertiser', 'url']);

/** The form's field for a path of the plan, such as `content.questions.0.options.2.text`. */
export function fieldOf(path: string): string {
  const [first = '', second = '', position = '', ...rest] = path.split('.');
  if (first !== 'content') return first;
  if (FLAT.has(second)) return second;
  if (position === '') return `${second}.root`;
  return `${second}.${position}.${rest[0] ?? 'text'}`;
}

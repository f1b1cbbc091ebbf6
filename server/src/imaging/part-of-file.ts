import type { Axis, ImageSource } from './image-source.ts'
import type { Plan } from './plan.ts'

/** Facts for the provenance of a result, in words; absent: the file has no other, or all were read. */
export interface PartOfFile {
  /** Such as `11 of 21, the middle one`. */
  zPlane?: string
  timePoint?: string
  /** Of a file whose pages do not say what they are. */
  page?: string
  /** With its name, if it has one: `1 of 4, A1`. */
  scene?: string
}

const names = { z: 'zPlane', t: 'timePoint' } as const
const placeNames: Record<Axis, string> = { c: 'the first one', z: 'the middle one', t: 'the first one' }

/** Which part of its file an image is, by the planes that are read of it: the one of several Z planes, time points or pages, and the scene. */
export const partOfFile = (
  { size, unlabelledAxis, scenes }: Pick<ImageSource, 'size' | 'unlabelledAxis' | 'scenes'>,
  planes: Plan['planes'],
): PartOfFile => {
  const part: PartOfFile = {}
  for (const axis of ['z', 't', 'c'] as const) {
    // Which channels were measured is for the application to say.
    const name = axis === unlabelledAxis && axis !== 'z' ? 'page' : axis === 'c' ? null : names[axis]
    const [index, ...others] = new Set(planes.map(({ at }) => at[axis]))
    if (name === null || index === undefined || others.length > 0 || size[axis] === 1) continue
    part[name] = `${index + 1} of ${size[axis]}, ${placeNames[axis]}`
  }
  // A source is the first scene of its file.
  if (scenes) part.scene = [`1 of ${1 + scenes.others.length}`, scenes.own].filter(Boolean).join(', ')
  return part
}

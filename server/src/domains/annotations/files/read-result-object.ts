import { hash } from 'node:crypto'
import type { ResultObject } from '@lamella/shared/contract'
import type { AdoptableResult } from '../../analysis/index.ts'
import type { FileReader } from './file-reader.ts'

/** The index that a fact such as `11 of 21, the middle one` names; null: it is not given, or no such fact. */
const indexIn = (fact: unknown): number | null => {
  const [, no] = /^(\d+) of \d+/.exec(String(fact ?? '')) ?? []
  return no === undefined ? null : Number(no) - 1
}

/** A UUID that is always the same for the same text. */
const uuidOf = (text: string): string => {
  const digits = hash('sha256', text, 'hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`]
  return [...parts, digits.slice(18, 30)].join('-')
}

/**
 * Reads the objects of a result from the list `data`, onto the plane that was analysed. They keep their measurements, and in `metadata`, which QuPath
 * shows, where they are from. Their ids follow from the result, so that a result that is adopted again does not double what is there.
 */
export const resultReader = (result: AdoptableResult): FileReader => {
  const { id, correctionId, application, columns, provenance } = result
  const { scene, zPlane, timePoint, page } = provenance
  const plane = { scene: indexIn(scene) ?? 0, z: indexIn(zPlane), t: indexIn(timePoint ?? page) }
  const titles = columns.map(({ key, title, unit }) => [key, unit ? `${title} ${unit}` : title] as const)
  const origin = { Application: application, Result: id, ...(correctionId && { 'Corrected result': correctionId }) }
  const read = (value: unknown): ReturnType<FileReader['read']> => {
    const object = value as ResultObject
    const { no, polygon, values } = object
    const label = result.classOf(object)
    if (!label) return { objects: [] }
    const measurements = Object.fromEntries(
      titles.flatMap(([key, title]) => (typeof values[key] === 'number' ? [[title, values[key]]] : [])),
    )
    const feature = { objectType: 'annotation', measurements, metadata: { ...origin, Object: String(no) } }
    return {
      objects: [
        {
          place: `Object ${no}`,
          id: uuidOf([id, correctionId ?? '', no].join()),
          geometry: { type: 'Polygon', coordinates: [polygon] },
          labels: [label],
          ...plane,
          properties: { feature },
          isWithoutProperties: false,
        },
      ],
    }
  }
  return { lists: ['data'], read }
}

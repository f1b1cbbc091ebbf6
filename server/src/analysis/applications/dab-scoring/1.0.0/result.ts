import type { Figure, ResultObject } from '@lamella/shared/contract'
import type { PixelSize } from '../../../sources/rgb.ts'
import type { AnalysisResult } from '../../application.ts'
import type { Nucleus } from './score-tile.ts'

/**
 * Least mean DAB optical density of a nucleus of each positive class: the defaults of QuPath's positive cell detection
 * ("Nucleus: DAB OD mean" 0.2, 0.4, 0.6; Bankhead et al. 2017), so that scores can be compared.
 */
export const CUTS = { weak: 0.2, moderate: 0.4, strong: 0.6 } as const

/** Colours of the product's labels: blue to red with the stain, told apart in every kind of colour vision. */
const CLASSES = [
  { name: '0', color: '#56B4E9', from: Number.NEGATIVE_INFINITY },
  { name: '1+', color: '#F7D644', from: CUTS.weak },
  { name: '2+', color: '#E69F00', from: CUTS.moderate },
  { name: '3+', color: '#E24328', from: CUTS.strong },
] as const

const scoreOf = (dabOd: number): number => CLASSES.findLastIndex(({ from }) => dabOd >= from)

const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = [sorted.at((sorted.length - 1) >> 1), sorted.at(sorted.length >> 1)]
  return mean(middle.filter((value) => value !== undefined))
}

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** Objects in reading order of their centroids, so that numbers do not depend on how the image was cut into tiles. */
function objectsOf(nuclei: readonly Nucleus[], squareUm: number | null): ResultObject[] {
  const ordered = nuclei.toSorted((a, b) => a.centroid[1] - b.centroid[1] || a.centroid[0] - b.centroid[0])
  return ordered.map((nucleus, i) => ({
    no: i + 1,
    class: CLASSES.at(scoreOf(nucleus.dabOd))?.name ?? '0',
    polygon: nucleus.polygon,
    values: {
      area: round(nucleus.area * (squareUm ?? 1), 4),
      dabOd: round(nucleus.dabOd, 5),
      hematoxylinOd: round(nucleus.hematoxylinOd, 5),
      circularity: round(nucleus.circularity, 5),
      x: round(nucleus.centroid[0], 3),
      y: round(nucleus.centroid[1], 3),
    },
  }))
}

/** @returns all of the result but its provenance */
export function resultOf(nuclei: readonly Nucleus[], pixelSize: PixelSize | null): Omit<AnalysisResult, 'provenance'> {
  const areaUnit = pixelSize ? 'µm²' : 'px²'
  const objects = objectsOf(nuclei, pixelSize && pixelSize.x * pixelSize.y)
  const classes = CLASSES.map(({ name, color }) => ({
    name,
    color,
    count: objects.filter((object) => object.class === name).length,
  }))
  const total = objects.length
  const positive = total - (classes[0]?.count ?? 0)
  const weighted = classes.reduce((sum, { count }, score) => sum + score * count, 0)
  // Of an image without nuclei nothing but their number is defined.
  const ofNuclei = (amount: number) => (total ? (100 * amount) / total : null)
  const values = (key: string) => objects.flatMap((object) => object.values[key] ?? [])
  const figures: Figure[] = [
    { key: 'nuclei', title: 'Nuclei', value: total, unit: '', decimals: 0 },
    ...classes.map(({ name, count }) => ({
      key: `count${name}`,
      title: `Class ${name}`,
      value: count,
      unit: '',
      decimals: 0,
    })),
    { key: 'positiveShare', title: 'Positive', value: ofNuclei(positive), unit: '%', decimals: 1 },
    { key: 'hScore', title: 'H-score', value: ofNuclei(weighted), unit: '', decimals: 0 },
    { key: 'meanArea', title: 'Mean area', value: mean(values('area')), unit: areaUnit, decimals: 1 },
    { key: 'medianArea', title: 'Median area', value: median(values('area')), unit: areaUnit, decimals: 1 },
    { key: 'meanDabOd', title: 'Mean DAB OD', value: mean(values('dabOd')), unit: '', decimals: 3 },
  ]
  return {
    figures,
    classes,
    columns: [
      { key: 'area', title: 'Area', unit: areaUnit, decimals: 1 },
      { key: 'dabOd', title: 'DAB OD', unit: '', decimals: 3 },
      { key: 'hematoxylinOd', title: 'Hematoxylin OD', unit: '', decimals: 3 },
      { key: 'circularity', title: 'Circularity', unit: '', decimals: 2 },
      { key: 'x', title: 'X', unit: 'px', decimals: 1 },
      { key: 'y', title: 'Y', unit: 'px', decimals: 1 },
    ],
    objects,
  }
}

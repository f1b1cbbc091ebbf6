import type { Outlined } from './images.ts'

export interface OutlinedScore {
  /** Nuclei outlined, and found in the whole picture. */
  outlined: number
  found: number
  /** Shares of the outlined ones: matched by one object at IoU 0.5; covered by two or more pieces; of the matched, with the right class. */
  matched: number
  cut: number
  rightClass: number
  /** Share of positive ones among those found, and among those outlined. */
  positive: number
  truePositive: number
}

/** Pieces that lie mostly in a nucleus are of it. */
const PIECE = { share: 0.5, pixels: 20 }

/** How well a partly outlined picture was found. @param isPositive class of a found label */
export function outlinedScore(
  truth: readonly Outlined[],
  labels: Int32Array,
  isPositive: (label: number) => boolean,
): OutlinedScore {
  const areas = new Map<number, number>()
  for (const label of labels) if (label) areas.set(label, (areas.get(label) ?? 0) + 1)
  let [matched, cut, right] = [0, 0, 0]
  for (const nucleus of truth) {
    const hits = new Map<number, number>()
    for (const i of nucleus.pixels) {
      const label = labels[i]
      if (label) hits.set(label, (hits.get(label) ?? 0) + 1)
    }
    const areaOf = (label: number) => areas.get(label) ?? 0
    const pieces = [...hits].filter(([label, pixels]) => pixels > PIECE.share * areaOf(label) && pixels > PIECE.pixels)
    if (pieces.length > 1) cut += 1
    const best = [...hits]
      .map(([label, pixels]) => ({ label, iou: pixels / (nucleus.pixels.size + areaOf(label) - pixels) }))
      .sort((a, b) => b.iou - a.iou)[0]
    if (!best || best.iou < 0.5) continue
    matched += 1
    if (isPositive(best.label) === nucleus.isPositive) right += 1
  }
  const found = [...areas.keys()]
  return {
    outlined: truth.length,
    found: found.length,
    matched: matched / truth.length,
    cut: cut / truth.length,
    rightClass: matched ? right / matched : 0,
    positive: found.filter(isPositive).length / Math.max(1, found.length),
    truePositive: truth.filter((nucleus) => nucleus.isPositive).length / truth.length,
  }
}

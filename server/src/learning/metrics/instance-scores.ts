import { detectionScore } from '../../analysis/metrics/detection-score.ts'

/** Objects over a set of images at one threshold of intersection over union. */
export interface InstanceScore {
  /** TP / (TP + FP + FN): what StarDist calls average precision (Schmidt et al. 2018). */
  averagePrecision: number
  f1: number
}

export interface Labelled {
  truth: Int32Array
  found: Int32Array
}

/** Counts are added up over the images, as StarDist does; 1 where nothing was there and nothing was found. */
export function instanceScore(images: readonly Labelled[], threshold: number): InstanceScore {
  let [hits, extra, missed] = [0, 0, 0]
  for (const { truth, found } of images) {
    const score = detectionScore(truth, found, threshold)
    hits += score.truePositives
    extra += score.falsePositives
    missed += score.falseNegatives
  }
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  return { averagePrecision: share(hits, hits + extra + missed), f1: share(2 * hits, 2 * hits + extra + missed) }
}

/** F1 of pixels (Dice): for truths that do not part touching objects. */
export function pixelF1(images: readonly Labelled[]): number {
  let [both, found, truth] = [0, 0, 0]
  for (const image of images) {
    for (let i = 0; i < image.truth.length; i++) {
      const [inTruth, inFound] = [(image.truth[i] ?? 0) > 0, (image.found[i] ?? 0) > 0]
      if (inTruth) truth += 1
      if (inFound) found += 1
      if (inTruth && inFound) both += 1
    }
  }
  return found + truth === 0 ? 1 : (2 * both) / (found + truth)
}

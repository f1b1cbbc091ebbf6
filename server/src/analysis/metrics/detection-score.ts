/** Counts of objects, and the score that follows from them. */
export interface DetectionScore {
  truePositives: number
  falsePositives: number
  falseNegatives: number
  /** 2·TP / (2·TP + FP + FN), 0 to 1; null when there are neither true nor detected objects. */
  f1: number | null
  /** Pairs of (true label, found label) that match. */
  matches: [truth: number, found: number][]
}

function areasOf(labels: Int32Array): Map<number, number> {
  const areas = new Map<number, number>()
  for (const label of labels) if (label) areas.set(label, (areas.get(label) ?? 0) + 1)
  return areas
}

/**
 * Detection quality of an instance segmentation as reported for StarDist (Schmidt et al. 2018): a true and a detected object match when
 * their intersection over union is above the threshold. From 0.5 on no object can match twice.
 *
 * @param truth label plane, row-major, 0 is background
 * @param found label plane of the same size
 * @param threshold 0.5 to 1
 * @throws RangeError for a threshold below 0.5 or planes of different sizes
 */
export function detectionScore(truth: Int32Array, found: Int32Array, threshold = 0.5): DetectionScore {
  if (threshold < 0.5) throw new RangeError('below 0.5 a match is not unique')
  if (truth.length !== found.length) throw new RangeError('the label planes differ in size')
  const trueAreas = areasOf(truth)
  const foundAreas = areasOf(found)
  const shared = new Map<number, Map<number, number>>()
  truth.forEach((label, i) => {
    const other = found[i]
    if (!label || !other) return
    const row = shared.get(label) ?? new Map<number, number>()
    row.set(other, (row.get(other) ?? 0) + 1)
    shared.set(label, row)
  })
  const matches: [number, number][] = []
  for (const [label, row] of shared) {
    for (const [other, pixels] of row) {
      const union = (trueAreas.get(label) ?? 0) + (foundAreas.get(other) ?? 0) - pixels
      if (pixels / union > threshold) matches.push([label, other])
    }
  }
  const truePositives = matches.length
  const falsePositives = foundAreas.size - truePositives
  const falseNegatives = trueAreas.size - truePositives
  const objects = 2 * truePositives + falsePositives + falseNegatives
  return {
    truePositives,
    falsePositives,
    falseNegatives,
    f1: objects === 0 ? null : (2 * truePositives) / objects,
    matches,
  }
}

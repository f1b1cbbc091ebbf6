export interface DetectionScore {
  truePositives: number
  falsePositives: number
  falseNegatives: number
  /** Null where nothing was there and nothing was found. */
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
 * Detection quality of an instance segmentation, as StarDist reports it (Schmidt et al. 2018): a true and a found object
 * match when their intersection over union is above the threshold. From 0.5 on no object can match twice.
 * @param threshold 0.5 to 1
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

import type { Network } from '../../learning/inference/network.ts'
import { type BaseModelName, readBaseModel } from '../../learning/models/base-models.ts'
import { AnalysisRefused } from '../runtime/analysis-refused.ts'

/** A network that finds nuclei, with what the provenance of a result says of it. */
export interface NucleusModel {
  name: string
  /** Of its file, hexadecimal. */
  sha256: string
  network: Network
}

export type OpenModel = (name: BaseModelName) => Promise<NucleusModel>

/** Kind of an error. Its message stays here: it may hold paths of the server. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error'
  return 'code' in error ? String(error.code) : error.name
}

/**
 * Opens one of the networks that come with the portal.
 *
 * @throws AnalysisRefused when it cannot be loaded: another way to find nuclei would give other numbers, so none is taken instead
 */
export const openBaseModel: OpenModel = async (name) => {
  try {
    const { bytes, sha256 } = await readBaseModel(name)
    // Only now: the server, which lists the applications, must start where onnxruntime does not, and without its memory.
    const { openNetwork } = await import('../../learning/inference/network.ts')
    return { name, sha256, network: await openNetwork(bytes) }
  } catch (cause) {
    throw new AnalysisRefused(
      `The network that finds nuclei cannot be loaded on this server (${codeOf(cause)}), so nothing was measured. Its operator has to repair it.`,
      { cause },
    )
  }
}

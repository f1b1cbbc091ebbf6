import type { JobResult, Suitability } from '@lamella/shared/contract'
import type { PixelSize } from '../../../analysis/sources/pixel-source.ts'
import { type ImageRow, pixelSizeSource } from '../../images/index.ts'
import type { JobRow } from '../repository.ts'

type Job = Pick<JobRow, 'id' | 'projectId' | 'appName' | 'appVersion' | 'givenPixelSize'>

/** Names at the time of the run. */
interface Names {
  project: string
  owner: string
}

/**
 * What the numbers of a job rest on.
 *
 * @param pixelSizeUm - that of the medium which counts
 * @param ofApplication - as the analysing process has said, with the Z plane, time point and scene that it has read where the file has
 *   several (imaging/part-of-file.ts): what the server knows itself is not taken from it (ADR 42)
 */
export const provenanceOf = (
  job: Job,
  { project, owner }: Names,
  { id, sha256 }: Pick<ImageRow['medium'], 'id' | 'sha256'>,
  pixelSizeUm: PixelSize | null,
  { verdict, reasons }: Suitability,
  ofApplication: JobResult['provenance'],
): JobResult['provenance'] => ({
  ...ofApplication,
  application: `${job.appName} ${job.appVersion}`,
  job: job.id,
  runBy: owner,
  project,
  projectId: job.projectId,
  image: id,
  imageSha256: sha256,
  suitability: [verdict, reasons.join(' ')].filter(Boolean).join(': '),
  pixelSizeFrom: pixelSizeSource(job.givenPixelSize, pixelSizeUm),
})

import type { Job, JobResult } from '@lamella/shared/contract'
import type { ListedJob, ResultRow } from './repository.ts'

/** A job as the API shows it; moments in ISO 8601. */
export const presentJob = ({ job, imageName, resultId }: ListedJob): Job => ({
  id: job.id,
  type: 'Job',
  appName: job.appName,
  appVersion: job.appVersion,
  images: [job.imageId],
  imageName,
  project: job.projectId,
  owner: job.ownerId,
  status: job.status,
  progress: job.progress,
  statusErrors: job.statusErrors,
  created: job.created.toISOString(),
  started: job.started?.toISOString() ?? null,
  finished: job.finished?.toISOString() ?? null,
  resultId,
  run: job.run,
})

/** A result as the API shows it, without its objects. */
export const presentResult = ({ imageId, ...row }: ResultRow & { imageId: string }): JobResult => ({
  id: row.id,
  job: row.jobId,
  image: imageId,
  figures: row.figures,
  classes: row.classes,
  columns: row.columns,
  objectCount: row.objectCount,
  provenance: row.provenance,
  ...(row.suitability && { suitability: row.suitability }),
})

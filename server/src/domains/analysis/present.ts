import type { Job, JobResult } from '@lamella/shared/contract'
import type { ListedJob, ResultRow } from './repository.ts'

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
})

export const presentResult = ({ imageId, ...row }: ResultRow & { imageId: string }): JobResult => ({
  id: row.id,
  job: row.jobId,
  image: imageId,
  figures: row.figures,
  classes: row.classes,
  columns: row.columns,
  objectCount: row.objectCount,
  provenance: row.provenance,
})

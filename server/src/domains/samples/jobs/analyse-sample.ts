import type { AppContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { JobHandlers } from '../../../platform/queue/job-types.ts'
import { hasJob, submitJob } from '../../analysis/index.ts'
import { findImage } from '../../images/index.ts'
import { sampleProjects } from '../sample-projects.ts'

/** Seconds until it looks again whether the image can be analysed. */
const delay = 5

/**
 * Handler of `analyse-sample`: submits the analysis of a sample project as soon as the image is available. It ends without one when the
 * image or the room for a job is gone.
 */
export const createAnalyseSample =
  (context: AppContext): JobHandlers['analyse-sample'] =>
  async ({ userId, imageId, pictureId }) => {
    const found = await findImage(context.db, imageId)
    if (!found) return
    const { status, organisationId } = found.medium
    if (status === 'uploadFinished' || status === 'processing') {
      const again = { organisationId, userId, imageId, pictureId }
      await context.queue.enqueue('analyse-sample', again, { singletonKey: imageId, delay })
      return
    }
    const analysis = Object.values(sampleProjects).find((sample) => sample.analysis.pictureId === pictureId)?.analysis
    if (status !== 'available' || !analysis) return
    const { appName, appVersion } = analysis
    // A server that ended between submitting and finishing this job runs it again.
    if (await hasJob(context.db, imageId, appName)) return
    const form = { type: 'Job', appName, appVersion, project: found.image.projectId } as const
    const appMetadata = { appData: { generateResultVisualization: true, params: {} } }
    try {
      await submitJob(context, { organisationId, userId }, { ...form, images: [imageId], appMetadata })
    } catch (error) {
      // A limit is reached, or the image was put into the trash: the sample is complete without its analysis.
      if (!(error instanceof ApiError)) throw error
      context.log.info({ err: error, imageId }, 'the sample was not analysed')
    }
  }

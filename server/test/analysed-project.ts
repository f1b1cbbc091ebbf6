import * as contract from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { createRunAnalysis } from '../src/domains/analysis/jobs/run-analysis.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import type { JobContext } from '../src/platform/queue/job-types.ts'
import { madeBy, setUpServer, type TestApp } from './helper.ts'
import { createLab, type Lab, type Person } from './lab.ts'
import { UploadClient } from './upload-client.ts'

/** The last try of a job that nobody stops. */
export const lastTry: JobContext = { signal: new AbortController().signal, isLastTry: true }

/** The file of the image. */
export const field = toTiff(hDabField({ seed: 5, width: 500, height: 400 }), 0.5)

/** A server with a project that has one processed image, named "=field". */
export interface AnalysedProject {
  lab: Lab
  project: string
  imageId: string
  mediumId: string
  /** Sees the project. */
  viewer: Person
  /** Client of the lab's admin. */
  client: UploadClient
}

const addAnalysedProject = async (server: TestApp): Promise<AnalysedProject> => {
  const lab = await createLab(server.context.db)
  const viewer = await lab.addPerson()
  const project = await lab.addProject(lab.admin, [[viewer, 'viewer']])
  const client = new UploadClient(await server.app.listen({ port: 0, host: '127.0.0.1' }), lab.admin.token)
  const { imageId, mediumId } = await client.upload(field, { project, originalFilename: 'field.tif', name: '=field' })
  await createProcessImage(server.context)({ mediumId }, lastTry)
  return { lab, project, imageId, mediumId, viewer, client }
}

/** As `setUpServer`, with the project and calls for its jobs. */
export const setUpAnalysedProject = () => {
  const server = setUpServer()
  const at = madeBy(beforeAll, () => addAnalysedProject(server))

  const formOf = (image: string, appVersion = '2.3.0', params: Record<string, unknown> = {}) => ({
    type: 'Job' as const,
    appName: 'dab-scoring',
    appVersion,
    appMetadata: { appData: { params } },
    project: at.project,
    images: [image],
  })
  const submit = (token: string, image = at.imageId, version?: string) =>
    server.call(contract.createJob, { body: { data: formOf(image, version) }, token })

  return {
    server,
    /** Its fields exist after `beforeAll`. */
    at,
    formOf,
    submit,
    /** @returns id of a successful job */
    analyse: async (): Promise<string> => {
      const { body } = await submit(at.lab.admin.token)
      await createRunAnalysis(server.context)({ jobId: body.data.id }, lastTry)
      return body.data.id
    },
    /** Orders a bundle of the results of jobs. */
    order: (format: contract.BundleFormat, jobs: string[], token = at.viewer.token) => {
      const data = { project: at.project, appName: 'dab-scoring', appVersions: ['2.3.0'], bundleAction: format, jobs }
      return server.call(contract.createBundle, { body: { data }, token })
    },
  }
}

/** Id of what an answer has created. */
export const createdId = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers.location).split('/').at(-1) ?? ''

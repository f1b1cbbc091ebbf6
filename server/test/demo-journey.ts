import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, RuntimeConfig, TokenAnswer } from '@lamella/shared/contract'
import { hDabField, toPng } from '@lamella/shared/testing/pictures/index.ts'
import type { ServerProcess } from './server-process.ts'
import { type StartedUpload, sha256Of, UploadClient } from './upload-client.ts'

/** Logs in as the admin of the demo organisation, as a browser does. The server needs `LAMELLA_DEMO: '1'`. */
export const logInToDemo = async ({ url, home }: ServerProcess): Promise<UploadClient> => {
  const { appId, appSecret } = (await (await fetch(`${url}/assets/config/config.json`)).json()) as RuntimeConfig
  const demo = JSON.parse(await readFile(join(home.dataDir, 'demo.json'), 'utf8'))
  const { email, password } = demo.users[0]
  const answer = await fetch(`${url}/api/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', scope: 'all_info', username: email, password }),
  })
  if (answer.status !== 200) throw new Error(`${email} cannot log in: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as TokenAnswer
  return new UploadClient(url, token)
}

/** Creates a project. @returns its id */
export const createProject = async (client: UploadClient, name: string): Promise<string> => {
  const answer = await client.request('POST', '/api/v1/projects', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { name } }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

export interface KeptPicture extends StartedUpload {
  /** SHA-256 of the uploaded file. */
  sha256: string
}

/** Uploads a small picture; its processing follows. */
export const uploadPicture = async (client: UploadClient, project: string, seed: number): Promise<KeptPicture> => {
  const picture = await toPng(hDabField({ seed, width: 200, height: 150, nuclei: 10 }))
  const upload = await client.upload(picture, { project, originalFilename: `field-${seed}.png` })
  return { ...upload, sha256: sha256Of(picture) }
}

/** Waits for the end of the processing. @returns its state, and the hash of the downloaded file */
export const lookAtPicture = async (client: UploadClient, { imageId }: KeptPicture) => {
  for (;;) {
    const { status } = await client.json<Image>(`/api/v1/images/${imageId}`)
    if (status !== 'available' && status !== 'processingFailed') continue
    const { body } = await client.request('GET', `/api/v1/images/${imageId}/download`)
    return { status, sha256: sha256Of(body) }
  }
}

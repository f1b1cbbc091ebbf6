import * as z from 'zod/mini'
import { appId, semver } from './app-version.ts'
import { data } from './common.ts'
import { endpoint } from './endpoint.ts'
import { appEntry } from './registry.ts'

export const previewRelease = endpoint({
  method: 'POST',
  path: '/api/v1/releases/:app/:version/preview',
  summary: 'The entry of any published version, for the browser of an operator, which may then load it',
  tag: 'releases',
  params: z.object({ app: appId, version: semver }),
  success: {
    status: 200,
    body: data(appEntry),
    headers: {
      'set-cookie': 'This browser gets the page of a shell, and the files of the version, while the session lasts',
    },
  },
  errors: ['ERR_6002'],
})

export const endPreview = endpoint({
  method: 'POST',
  path: '/api/v1/releases/preview/end',
  summary: 'This browser gets the active shell again',
  tag: 'releases',
  success: { status: 204, body: null, headers: { 'set-cookie': 'Ends the preview of a shell' } },
})

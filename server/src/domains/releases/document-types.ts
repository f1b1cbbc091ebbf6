import { extname } from 'node:path'
import type { AppId } from '@lamella/shared/contract'
import mime from 'mime-types'
import { ApiError } from '../../platform/http/api-error.ts'
import { entryFile } from './release-content.ts'

const subresource =
  /^(?:text\/(?:javascript|css|plain|csv|markdown)|application\/(?:json|wasm|octet-stream|(?:manifest|geo)\+json)|(?:font|audio|video|model)\/[^;]*|image\/(?!svg)[^;]*)(?:;|$)/

/** Whether pages load a type and browsers open none of it as a page with scripts. Pictures of SVG are shown by pages, and are pages themselves. */
export const isSubresource = (type: string): boolean => subresource.test(type)

const documents =
  /^(?:text\/html|(?:text|application)\/(?:xml|pdf|xslt\+xml|x-shockwave-flash)|message\/rfc822|[^;]+\+xml)(?:;|$)/
/** What makes a picture more than a picture. A file that is no UTF-8 could hide it. */
const active = /<[\s\w-]*:?script|<[\s\w-]*:?foreignObject|<!ENTITY|<\?xml-stylesheet|\son\w+\s*=|javascript:/i

const isUtf8 = (content: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return !content.includes(0)
  } catch {
    return false
  }
}

const isPlainPicture = (content: Uint8Array): boolean =>
  isUtf8(content) && !active.test(Buffer.from(content).toString())

/**
 * Refuses what browsers would open as a page of the portal, but for the page of the shell, and pictures of SVG without scripts.
 * @throws ApiError ERR_0400
 */
export const requireNoDocument = (app: AppId, path: string, content: Uint8Array): void => {
  const type = mime.contentType(extname(path)) || ''
  if (!documents.test(type) || (app === 'shell' && path === entryFile(app))) return
  if (type === 'image/svg+xml' && isPlainPicture(content)) return
  const what = type === 'image/svg+xml' ? 'a picture with scripts, handlers or parts of other pages' : 'a page'
  throw new ApiError(
    'ERR_0400',
    `The file "${path}" cannot be published: it is ${what}, and would be opened under the address of the portal. A release has scripts, styles, ` +
      'data, fonts and plain pictures.',
  )
}

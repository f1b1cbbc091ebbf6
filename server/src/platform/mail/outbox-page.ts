import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { access } from '../http/access-rules.ts'
import { ApiError } from '../http/api-error.ts'
import { isLocalRequest } from '../http/local-request.ts'
import { escapeHtml } from './escape-html.ts'
import { listOutbox, type OutboxMail } from './outbox.ts'

const withLinks = (escapedText: string): string =>
  escapedText.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ to, subject, date, text }: OutboxMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(date)}, to <strong>${escapeHtml(to)}</strong></p>` +
  `<pre>${withLinks(escapeHtml(text))}</pre></article>`

/** Plain HTML without styles and scripts, so that the content security policy needs no exception. */
export const outboxPage = (mails: OutboxMail[]): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<title>Outbox</title></head><body><main><h1>Outbox</h1>',
    mails.length > 0 ? mails.map(article).join('\n<hr>\n') : '<p>No mail has been written yet.</p>',
    '</main></body></html>',
  ].join('\n')

/** `/dev/outbox`: only without SMTP, and only for local requests (`isLocalRequest`). */
export const outboxRoutes = (app: FastifyInstance, { config }: AppContext): void => {
  if (config.smtpUrl) return
  app.get('/dev/outbox', { config: { access: access.public }, schema: { hide: true } }, async (request, reply) => {
    if (!isLocalRequest(request, config)) throw new ApiError('ERR_0404')
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return outboxPage(await listOutbox(config))
  })
}

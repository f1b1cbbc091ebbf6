import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { noPreview, previewedShell } from './preview-service.ts'
import { lastSnapshot } from './registry-service.ts'
import { entryFile } from './release-content.ts'
import { findRelease } from './repository.ts'
import { emptyRollout, fallbacksOf, type RolloutState, stableVersion } from './rollout-state.ts'
import { isServerPath } from './server-paths.ts'
import { createVerifiedReader } from './verified-files.ts'
import { noStartPage, watchdogSource, withWatchdog } from './watchdog/watched-page.ts'

/** A missing script or image must not be answered with a page. Its path has a file extension; paths of pages have none. */
const wantsPage = (path: string, accept = '*/*'): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path))

const shareCookie = 'lamella_share'

/** Bucket of the browser, 0 to 99. A cookie keeps it while there is a canary, so that the browser keeps its version. */
const shareOf = (request: FastifyRequest, reply: FastifyReply): number => {
  const known = new RegExp(`(?:^|;\\s*)${shareCookie}=(\\d{1,2})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  if (known !== undefined) return Number(known)
  const share = Math.floor(Math.random() * 100)
  reply.header('set-cookie', `${shareCookie}=${share}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
  return share
}

/** Versions of the shell that did not start in this browser: the watchdog of the page writes this cookie (ADR 56). */
const failedVersions = ({ headers }: FastifyRequest): readonly string[] =>
  /(?:^|;\s*)lamella_failed_shells=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.split('_') ?? []

/** Version of the shell that the server gave the user of this browser: the shell keeps it in this cookie (ADR 61). */
const assignedShell = ({ headers }: FastifyRequest): string | undefined =>
  /(?:^|;\s*)lamella_assigned=(?:[^;]*~)?shell@([^;~]+)/.exec(headers.cookie ?? '')?.[1]

/**
 * The version for this browser; null when none is active. A canary gets the lowest buckets, so that more traffic only adds browsers to it;
 * what its user was given comes first, and can only be one of the active versions.
 */
const pickVersion = (rollout: RolloutState, request: FastifyRequest, reply: FastifyReply): string | null => {
  const stable = stableVersion(rollout)
  const { canary } = rollout
  if (!canary || stable === null) return stable
  const assigned = assignedShell(request)
  if (assigned === canary.version || assigned === stable) return assigned
  return shareOf(request, reply) < canary.traffic ? canary.version : stable
}

/**
 * The HTML page of the active shell, for every path of the portal, with a new nonce per response and with the watchdog. A browser in which
 * a version did not start gets the next good one, and so do all where its page cannot be read; the page that says that none starts has the status 503. While the database does not answer,
 * the last known shell is sent, or else that page: never an error of the API.
 */
export const pageRoute = (app: FastifyInstance, context: AppContext): void => {
  const pages = new LRUCache<string, string>({ max: 8 })
  const open = createVerifiedReader(context)
  const isSilent = context.config.telemetryShare === 0
  const unreadablePages = new Counter({
    name: 'shell_pages_unreadable_total',
    help: 'Requests for a page of the portal for which the page of this version was missing or damaged on the server',
    labelNames: ['version'],
    registers: [app.metrics],
  })

  /** What a browser gets while something does not answer. */
  const orElse = async <T>(wanted: Promise<T>, instead: T): Promise<T> =>
    wanted.catch((err) => {
      context.log.error({ err }, 'a part of the page of the portal cannot be read')
      return instead
    })

  /** Null: its bytes are missing or damaged. */
  const readPage = async (version: string): Promise<string | null> => {
    const known = pages.get(version)
    if (known !== undefined) return known
    const file = entryFile('shell')
    const hash = (await findRelease(context.db, 'shell', version))?.files[file]
    const page = hash ? await open(blobKeys.release('shell', version) + file, hash) : null
    if (!page) return null
    const html = Buffer.isBuffer(page.content) ? page.content.toString() : await text(page.content)
    pages.set(version, html)
    return html
  }

  /** The first version whose page is readable; null when there is none. */
  const readFirst = async ([version, ...others]: readonly string[]): Promise<{
    version: string
    html: string
  } | null> => {
    if (version === undefined) return null
    const html = await orElse(readPage(version), null)
    return html === null ? readFirst(others) : { version, html }
  }

  /** The previewed shell, if any; `?preview=end` ends it, also where the shell itself cannot. */
  const wantedPreview = async (request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
    if (!request.headers.cookie?.includes('lamella_preview=')) return null
    const preview = /[?&]preview=end(&|$)/.test(request.url) ? null : await previewedShell(context, request)
    if (preview === null) reply.header('set-cookie', noPreview(context))
    return preview
  }

  app.get('/*', { config: { access: access.public }, schema: { hide: true } }, async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    reply.header('cache-control', 'no-store')
    if (isServerPath(path) || !wantsPage(path, request.headers.accept)) throw new ApiError('ERR_0404')

    const rollouts = await orElse(
      lastSnapshot(context).then((snapshot) => snapshot.rollouts),
      new Map<string, RolloutState>(),
    )
    const rollout = rollouts.get('shell') ?? emptyRollout
    const picked = pickVersion(rollout, request, reply)
    const active = picked === null ? [] : [picked, ...fallbacksOf(rollout, picked)]
    const preview = await orElse(wantedPreview(request, reply), null)
    const versions = [...(preview === null ? [] : [preview]), ...active.filter((version) => version !== preview)]
    const noted = failedVersions(request)
    const failed = versions.filter((version) => noted.includes(version))
    const tried = versions.filter((version) => !failed.includes(version))
    const first = await readFirst(tried)
    const insteadOf = first?.version === versions[0] ? undefined : versions[0]
    const unreadable = tried.slice(0, first ? tried.indexOf(first.version) : tried.length)
    if (unreadable.length > 0) {
      for (const version of unreadable) unreadablePages.inc({ version })
      context.log.error({ unreadable, shown: first?.version ?? null }, 'the page of a shell cannot be read')
    }
    if (failed.length > 0) context.log.warn({ failed, shown: first?.version }, 'a shell did not start in a browser')
    const isPreview = first?.version === preview
    const isUnreadable = insteadOf !== undefined && unreadable.includes(insteadOf)
    const html = first
      ? withWatchdog(first.html, { version: first.version, insteadOf, isUnreadable, isPreview, isSilent })
      : noStartPage({ isSilent })
    return reply
      .status(first ? 200 : 503)
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('{{nonce}}', reply.useStyleNonce(watchdogSource)))
  })
}

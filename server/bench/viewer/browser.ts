import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright'
import type { ServerUnderTest } from '../server-under-test.ts'

/** Of the window, CSS pixels. */
export const windowSize = { width: 1280, height: 800 }

/**
 * As for a user without a GPU: WebGL is drawn by SwiftShader, canvases by the processor. With `--use-angle=swiftshader`, canvases
 * too would be drawn by SwiftShader. The same for whoever is measured.
 */
export const flags = ['--enable-unsafe-swiftshader']

/** Without requests for so long, a page has what it wanted, ms. */
const quiet = 1500

type Script = 'probe' | 'viv' | 'seadragon'

/** A script of the folder `pages` with all that it imports. */
const scriptOf = async (name: Script): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'pages', `${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** A page with a count of its requests. */
export interface MeasuredPage {
  page: Page
  /** Requests for parts of images since the page was opened. */
  asked(): number
  /** Resolves when nothing has been asked or answered for a moment. */
  untilQuiet(): Promise<void>
}

const isPart = (url: string): boolean => /\/api\/v1\/(tiles|images\/[^/]+\/links)\b/.test(url)

const measured = (page: Page): MeasuredPage => {
  let [asked, last] = [0, performance.now()]
  const note = (started: number) => (request: Request) => {
    if (!isPart(request.url())) return
    asked += started
    last = performance.now()
  }
  page.on('request', note(1))
  // That a request has been aborted is not always told: none is counted as waiting.
  page.on('requestfinished', note(0))
  page.on('requestfailed', note(0))
  const untilQuiet = async () => {
    while (performance.now() - last < quiet) await setTimeout(50)
  }
  return { page, asked: () => asked, untilQuiet }
}

/** Chromium that opens pages of a server, each in a profile of its own: nothing is in its cache. */
export class BenchBrowser {
  readonly #browser: Browser
  readonly #server: ServerUnderTest
  readonly #scripts = new Map<Script, string>()

  private constructor(browser: Browser, server: ServerUnderTest) {
    this.#browser = browser
    this.#server = server
  }

  /** @throws Error when there is no Chromium that starts */
  static async start(server: ServerUnderTest): Promise<BenchBrowser> {
    const executablePath = process.env.CHROMIUM_PATH
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags })
    return new BenchBrowser(browser, server)
  }

  async #script(name: Script): Promise<string> {
    const kept = this.#scripts.get(name) ?? (await scriptOf(name))
    this.#scripts.set(name, kept)
    return kept
  }

  async #with<T>(use: (context: BrowserContext) => Promise<T>): Promise<T> {
    // The portal's policy forbids scripts of others, as those that measure.
    const context = await this.#browser.newContext({ viewport: windowSize, bypassCSP: true })
    try {
      return await use(context)
    } finally {
      await context.close()
    }
  }

  /** Opens a page of the portal as a user of the demo organisation. */
  portal<T>(path: string, use: (page: MeasuredPage) => Promise<T>, as: 'admin' | 'member' = 'admin'): Promise<T> {
    return this.#with(async (context) => {
      const { access_token, expires_in, refresh_token, token_type } = await this.#server.newSession(as)
      const stored = JSON.stringify({
        accessToken: access_token,
        expiresIn: expires_in,
        refreshToken: refresh_token,
        tokenType: token_type,
        expiresAt: Date.now() + expires_in * 1000,
      })
      await context.addInitScript(`localStorage.setItem('authToken', ${JSON.stringify(stored)})`)
      await context.addInitScript(await this.#script('probe'))
      const page = await context.newPage()
      const counted = measured(page)
      await page.goto(`${this.#server.url}${path}`)
      return use(counted)
    })
  }

  /** Opens another viewer, in an element of the given size. */
  other<T>(
    name: 'viv' | 'seadragon',
    size: { width: number; height: number },
    use: (page: MeasuredPage) => Promise<T>,
  ): Promise<T> {
    return this.#with(async (context) => {
      const page = await context.newPage()
      const counted = measured(page)
      // Of the portal's origin, which is needed for its tiles.
      await page.goto(`${this.#server.url}/readyz`)
      await page.setContent(
        `<!doctype html><body style="margin: 0; background: #000"><div id="viewer" style="position: relative; width: ${size.width}px; height: ${size.height}px"></div>`,
      )
      await page.addScriptTag({ content: await this.#script(name) })
      return use(counted)
    })
  }

  close(): Promise<void> {
    return this.#browser.close()
  }
}

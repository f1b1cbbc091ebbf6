/**
 * Watches the start of the shell, in the page (ADR 56). It stands in the HTML before everything else and knows nothing of the shell but its
 * files and its signal. When the shell does not start, its version is noted in a cookie and the page is loaded again: the server then
 * chooses the version before.
 *
 * Attributes of its element: `data-version`, the shell of this page (absent on the page that says that none started);
 * `data-instead-of`, the newest version, which did not start in this browser; `data-silent`: nothing is told to the telemetry.
 */
;(() => {
  /** Versions that did not start in this browser, separated by `_`; read by the server. */
  const cookie = 'lamella_failed_shells'
  /** Seconds in which the newest version is not tried again. */
  const memory = 600
  /** Key of the tab's storage: failures that the next shell reports to the telemetry. */
  const reports = 'lamella.shell-failures'
  /**
   * Before a number of the page, in the browser's storage: `version time` of its last beat while it starts. A page that never ends its work
   * cannot remove it, so the next one finds it.
   */
  const starts = 'lamella.starting.'
  /** Milliseconds after a beat in which a page is taken for one that still starts. */
  const alive = 5000
  /**
   * Seconds without any progress: while nothing is on its way, while a file is, while the server is asked (its calls may take 30 s), and after
   * an error. Each file that arrives starts them anew.
   */
  const patience = { idle: 5, loading: 20, asking: 45, troubled: 3 }
  /** Milliseconds between two looks. */
  const beat = 1000
  /** Seconds after which progress does not count any more: something is loaded again and again. */
  const longest = 180

  const own = document.currentScript
  if (!(own instanceof HTMLElement)) return
  const { version, insteadOf, silent } = own.dataset
  const files = `/remotes/shell/${version}/`
  const { fetch } = window

  const failedVersions = () =>
    (document.cookie.match(new RegExp(`(?:^|; )${cookie}=([^;]*)`))?.[1] ?? '').split('_').filter(Boolean)

  /** @param {readonly string[]} versions */
  const writeCookie = (versions) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    const age = versions.length > 0 ? memory : 0
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140, and without HTTPS
    document.cookie = `${cookie}=${versions.join('_')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  }

  /** @param {() => void} act */
  const whenParsed = (act) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act)
    else act()
  }

  /** Buttons of the bar and of the page without a shell. */
  const listenToButtons = () => {
    document.querySelector('[data-lamella-try-again]')?.addEventListener('click', () => {
      writeCookie([])
      location.reload()
    })
    const bar = document.getElementById('lamella-earlier-version')
    bar?.querySelector('[data-hide]')?.addEventListener('click', () => bar.remove())
  }

  /** @param {string} id of a template */
  const contentOf = (id) => {
    const template = document.getElementById(id)
    return template instanceof HTMLTemplateElement ? template.content.cloneNode(true) : document.createTextNode('')
  }

  /** Tells the telemetry which versions did not start: here is no shell that would. */
  const tell = () => {
    try {
      /** @type {{ version: string }[]} */
      const failures = JSON.parse(sessionStorage.getItem(reports) ?? '[]')
      const events = [...new Set(failures.map(({ version }) => version))].map((failed) => ({
        kind: 'failure',
        app: 'shell',
        version: failed,
        stage: 'shell',
      }))
      if (silent !== undefined || events.length === 0) return
      const body = new Blob([JSON.stringify({ data: { events } })], { type: 'application/json' })
      // Once: a shell that starts later finds nothing left to report.
      if (navigator.sendBeacon('/api/v1/telemetry', body)) sessionStorage.removeItem(reports)
    } catch {
      // Without storage there is no report; the page matters more.
    }
  }

  const showFailure = () =>
    whenParsed(() => {
      tell()
      document.body.replaceChildren(contentOf('lamella-no-start'))
      listenToButtons()
    })

  whenParsed(() => {
    if (insteadOf) document.body.append(contentOf('lamella-earlier-start'))
    listenToButtons()
  })
  if (version === undefined) return tell()

  /** @type {'watching' | 'judging' | 'over'} */
  let state = 'watching'
  /** First error of the shell. */
  let trouble = ''
  let leaving = false
  let seconds = 0
  let quietSeconds = 0

  /** Also false on a line on which a few bytes take seconds: then silence says nothing about the shell. */
  const serverAnswers = () =>
    fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    )

  /** @param {string} reason */
  const report = (reason) => {
    try {
      const known = JSON.parse(sessionStorage.getItem(reports) ?? '[]')
      sessionStorage.setItem(reports, JSON.stringify([...known, { version, reason }]))
    } catch {
      // Without storage there is no report; the page matters more.
    }
  }

  const mark = starts + Math.random().toString(36).slice(2)
  /** Not while the page is hidden, when its timers stand still and browsers may end it, or left. */
  const noteStart = () => {
    try {
      const isStarting = state !== 'over' && !leaving && document.visibilityState === 'visible'
      if (isStarting) localStorage.setItem(mark, `${version} ${Date.now()}`)
      else localStorage.removeItem(mark)
    } catch {
      // Without storage such a page is not known to the next one.
    }
  }

  /** Whether a page of this browser stood still while it started this version; forgets all such pages. */
  const stoodStill = () => {
    try {
      const now = Date.now()
      const found = Object.keys(localStorage).flatMap((key) => {
        const [of, at] = key.startsWith(starts) ? (localStorage.getItem(key) ?? '').split(' ') : []
        const silence = Math.abs(now - Number(at))
        if (at === undefined || silence < alive) return []
        localStorage.removeItem(key)
        return silence < memory * 1000 ? [of] : []
      })
      return found.includes(version)
    } catch {
      return false
    }
  }

  const end = () => {
    state = 'over'
    noteStart()
    clearInterval(timer)
    progress.disconnect()
    if (window.fetch === countedFetch) window.fetch = fetch
  }

  /** Requests without an answer: resource timing knows them only when they are over. */
  let unanswered = 0
  const settle = () => {
    unanswered -= 1
    quietSeconds = 0
  }
  /** @type {typeof fetch} */
  const countedFetch = (...request) => {
    unanswered += 1
    const answer = fetch(...request)
    answer.then(settle, settle)
    return answer
  }
  window.fetch = countedFetch

  /** Scripts and style sheets that arrived, or failed. @type {WeakSet<EventTarget>} */
  const settled = new WeakSet()
  /** @param {Event} event */
  const noteSettled = ({ target }) => {
    if (target) settled.add(target)
  }
  document.addEventListener('load', noteSettled, true)
  document.addEventListener('error', noteSettled, true)

  const isLoading = () =>
    document.readyState === 'loading' ||
    [...document.querySelectorAll('script[src],link[rel=stylesheet]')].some((element) => !settled.has(element))

  const limit = () => {
    if (trouble !== '') return patience.troubled
    if (unanswered > 0) return patience.asking
    return isLoading() ? patience.loading : patience.idle
  }

  /**
   * Has this version left out when the page is loaded again. @returns false without cookies, or when the server has chosen this version again: loading
   * would never end
   */
  const leaveOut = () => {
    const failed = failedVersions()
    if (failed.includes(version)) return false
    writeCookie([...failed, version])
    return failedVersions().includes(version)
  }

  /** Another tab that renews the session holds a lock for which this page waits: that is a question to the server, too. */
  const waitsForTab = async () => {
    const { pending = [] } = (await navigator.locks?.query()) ?? {}
    return pending.length > 0 && quietSeconds < patience.asking
  }

  /** @param {string} reason */
  const judge = async (reason) => {
    if (state !== 'watching' || leaving) return
    state = 'judging'
    const reachable = await serverAnswers()
    const isWaiting = reason === '' && (await waitsForTab())
    if (state !== 'judging' || leaving) return
    if (isWaiting) {
      state = 'watching'
      return
    }
    if (!reachable && reason === '') {
      state = 'watching'
      seconds = 0
      quietSeconds = 0
      return
    }
    end()
    if (!reachable) return showFailure()
    report(reason || 'it did not start in time')
    if (!leaveOut()) return showFailure()
    location.reload()
  }

  /** @param {string} reason */
  const notice = (reason) => {
    if (trouble !== '' || state === 'over') return
    trouble = reason
    quietSeconds = 0
  }

  /** @param {unknown} error */
  const isOfShell = (error) =>
    error instanceof Error && (error.name === 'ChunkLoadError' || String(error.stack).includes(files))

  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLScriptElement && target.src.includes(files)) {
        // The scripts of the HTML itself: without them nothing comes after. Chunks are asked for by the shell, which then reports an error.
        if (target.defer) void judge('its entry did not load')
      } else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.href.includes(files)) {
        notice('a style sheet did not load')
      } else if (event instanceof ErrorEvent && (event.filename.includes(files) || isOfShell(event.error))) {
        notice(event.message)
      }
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isOfShell(reason)) notice(`${reason.name}: ${reason.message}`)
  })
  addEventListener('pagehide', () => {
    leaving = true
    noteStart()
  })
  addEventListener('pageshow', () => {
    leaving = false
    noteStart()
  })
  document.addEventListener('visibilitychange', noteStart)
  document.addEventListener('lamella:started', end)

  const progress = new PerformanceObserver((list) => {
    if (trouble === '' && list.getEntries().length > 0) quietSeconds = 0
  })
  progress.observe({ type: 'resource', buffered: true })

  let last = performance.now()
  // Beats are counted instead of the clock read: while a tab or the machine sleeps, nothing can be expected. A late one is no silence: the
  // page was at work, or slept.
  const timer = setInterval(() => {
    const now = performance.now()
    noteStart()
    seconds += 1
    if (now - last < 1.5 * beat) quietSeconds += 1
    last = now
    const hasContent = document.getElementById('root')?.hasChildNodes() === true
    // Shells from before the signal count as started with their first content.
    if (hasContent && !document.querySelector('meta[name="lamella-start"]')) return end()
    if (quietSeconds >= limit() || seconds >= longest) void judge(trouble)
  }, beat)

  if (stoodStill() && leaveOut()) {
    report('it stood still while it started')
    end()
    // Before any script of the shell runs: it would not end this time, either.
    window.stop()
    location.reload()
  } else noteStart()
})()

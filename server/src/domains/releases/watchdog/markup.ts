/**
 * Styles of what the watchdog shows. The colours are the tokens of shared/ui/theme/tokens.ts, light and dark: the page must work without
 * anything of a shell. Inside a shell its variables win, so that the bar follows the scheme chosen there.
 */
export const styles = `
#lamella-earlier-version{position:sticky;bottom:0;z-index:80;display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;padding:8px 16px;
border-top:1px solid #8a5a00;border-top-color:var(--lm-warn,light-dark(#8a5a00,#e3b25b));
background:#fdf3df;background:var(--lm-warn-tint,light-dark(#fdf3df,#2a2113));
color:#465056;color:var(--lm-text2,light-dark(#465056,#b4bdc2));font:13px/20px Inter,system-ui,sans-serif}
#lamella-earlier-version p{flex:1 1 16rem;margin:0;overflow-wrap:anywhere}
#lamella-earlier-version button,#lamella-no-start-page button{padding:4px 12px;border:1px solid #d0d7da;
border-color:var(--lm-border-button,light-dark(#d0d7da,#363e44));border-radius:6px;
background:#fff;background:var(--lm-surface,light-dark(#fff,#171b1e));
color:#14191c;color:var(--lm-text,light-dark(#14191c,#e6eaec));font:inherit;cursor:pointer}
#lamella-earlier-version button:focus-visible,#lamella-no-start-page button:focus-visible{
outline:2px solid #0a6277;outline-color:light-dark(#0a6277,#78c4d5);outline-offset:2px}
#lamella-no-start-page{box-sizing:border-box;max-width:36rem;margin:0 auto;padding:15vh 16px 32px;
color:#14191c;color:light-dark(#14191c,#e6eaec);font:15px/24px Inter,system-ui,sans-serif}
#lamella-no-start-page h1{margin:0 0 8px;font-size:22px;line-height:28px}
#lamella-no-start-page p{margin:0 0 20px}
#lamella-no-start-page button{padding:8px 16px}
html:has(#lamella-no-start-page){background:#f7f9f9;background:light-dark(#f7f9f9,#101315)}
html:has(#lamella-no-start-page) body{margin:0;background:none}
.lamella-noscript{margin:0 auto;max-width:36rem;padding:0 16px;font:15px/24px system-ui,sans-serif}
`.replaceAll('\n', '')

/** The quiet bar below an earlier version of the shell. @param isUnreadable - the server has no page of the newest one */
export const barMarkup = (version: string, isUnreadable: boolean): string =>
  [
    '<aside id="lamella-earlier-version" aria-label="Version of the portal">',
    `<p role="status">The newest version of the portal ${isUnreadable ? 'cannot be read on the server' : 'did not work in this browser'}. You are using version ${version}.</p>`,
    '<button type="button" data-lamella-try-again>Try again</button><button type="button" data-hide>Hide</button></aside>',
  ].join('')

/** In place of the portal when no version of the shell starts. */
export const failureMarkup = [
  '<main id="lamella-no-start-page"><div role="alert"><h1>The portal did not start</h1>',
  '<p>It was not loaded completely, or it stopped while it was starting. Nothing was lost. Try again in a moment.</p></div>',
  '<button type="button" data-lamella-try-again>Try again</button></main>',
].join('')

/** The nonce of this page's content security policy, which the server wrote into the HTML; empty without a policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

__webpack_nonce__ = nonce

/** Nonce of the content security policy, which the server writes into the HTML; empty without a policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

__webpack_nonce__ = nonce

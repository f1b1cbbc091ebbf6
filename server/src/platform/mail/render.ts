import { escapeHtml } from './escape-html.ts'

/** Content of a mail, without form. */
export interface EmailMessage {
  subject: string
  paragraphs: string[]
  /** The main action: a link, whose address is also shown as text. */
  action?: { label: string; url: string }
  /** Why the reader gets this mail, and what happens if they do nothing. */
  closing: string
}

/** A mail in both of its forms. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const style = {
  body: 'margin:0;padding:32px 16px;background:#F7F9F9;color:#14191C;font:14px/20px Inter,system-ui,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:24px;background:#FFFFFF;border:1px solid #E3E8EA;border-radius:12px',
  title: 'margin:0 0 16px;font:600 17px/24px Inter,system-ui,sans-serif',
  button:
    'display:inline-block;padding:8px 16px;border-radius:8px;background:#0A6277;color:#FFFFFF;text-decoration:none',
  address: 'color:#5F6A70;font-size:12px;word-break:break-all',
  closing: 'margin:16px 0 0;color:#5F6A70;font-size:12px;line-height:16px',
}

const htmlOf = ({ subject, paragraphs, action, closing }: EmailMessage): string => {
  const link = action && escapeHtml(action.url)
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${style.body}"><div style="${style.card}">`,
    `<h1 style="${style.title}">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    action && `<p><a href="${link}" style="${style.button}">${escapeHtml(action.label)}</a></p>`,
    action && `<p style="${style.address}">${link}</p>`,
    `<p style="${style.closing}">${escapeHtml(closing)}</p>`,
    '</div></body></html>',
  ]
    .filter(Boolean)
    .join('\n')
}

const textOf = ({ paragraphs, action, closing }: EmailMessage): string =>
  [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), closing].join('\n\n')

/** Renders a mail as plain text and as HTML without images, scripts or tracking. All texts are escaped. */
export const renderMail = (message: EmailMessage): RenderedMail => ({
  subject: message.subject,
  text: `${textOf(message)}\n`,
  html: `${htmlOf(message)}\n`,
})

import { runtimeConfigAtom } from '@lamella/shared/session'
import { Anchor, Title } from '@mantine/core'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import css from './auth-screen.module.css'
import { defaultMicrograph, type Micrograph } from './micrographs.ts'

interface AuthScreenProps {
  title: string
  /** One line under the title. */
  text?: ReactNode
  children?: ReactNode
  /** Picture on the right. */
  micrograph?: Micrograph
}

/**
 * Focuses the new title when the pressed button was removed with its form, so that keyboard and screen reader continue
 * there.
 */
const focusWhenLost = (title: HTMLElement | null): void => {
  if (document.activeElement === document.body) title?.focus({ preventScroll: true })
}

/** Layout of every auth page: content on the left with the footer below (D1-2.1-41), a picture on the right. */
export const AuthScreen = ({ title, text, children, micrograph = defaultMicrograph }: AuthScreenProps) => (
  <div className={css.screen}>
    <div className={css.side}>
      <div className={css.words}>
        <Title order={1} tabIndex={-1} className={css.title} key={title} ref={focusWhenLost}>
          {title}
        </Title>
        {text && <p className={css.text}>{text}</p>}
        <div className={css.content}>{children}</div>
      </div>
      <AuthFooter />
    </div>
    <figure className={css.picture}>
      <img src={micrograph.src} alt="" />
      <figcaption className={css.caption}>
        {micrograph.title}
        <br />
        {micrograph.text}
      </figcaption>
    </figure>
  </div>
)

const AuthFooter = () => {
  const { product, version } = useAtomValue(runtimeConfigAtom)
  const links = [
    { label: product.companyName, href: product.companyUrl },
    { label: 'Contact', href: `mailto:${product.supportEmail}` },
    { label: 'Privacy Policy', href: product.privacyUrl },
    { label: 'Terms of Service', href: product.termsUrl },
  ]
  return (
    <footer className={css.footer}>
      {links.map(({ label, href }) => (
        <Anchor
          key={label}
          href={href}
          className={css.link}
          data-alone
          {...(!href.startsWith('mailto:') && { target: '_blank', rel: 'noreferrer' })}
        >
          {label}
        </Anchor>
      ))}
      <span>{version}</span>
    </footer>
  )
}

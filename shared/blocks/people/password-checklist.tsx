import { passwordRules } from '@lamella/shared/contract'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import css from './password-checklist.module.css'

export interface PasswordChecklistProps {
  password: string
}

/** The rules of a new password, each met or unmet, updated while typing (D1-2.1-32). */
export function PasswordChecklist({ password }: PasswordChecklistProps) {
  const met = passwordRules.filter(({ test }) => test(password)).length
  return (
    <div>
      <ul className={css.list} aria-label="Password rules">
        {passwordRules.map((rule) => (
          <PasswordRule key={rule.id} label={rule.label} met={rule.test(password)} />
        ))}
      </ul>
      <VisuallyHidden role="status">
        {met} of {passwordRules.length} rules met
      </VisuallyHidden>
    </div>
  )
}

function PasswordRule({ label, met }: { label: string; met: boolean }) {
  const RuleIcon = met ? IconCheck : IconPoint
  return (
    <li className={met ? css.met : css.unmet}>
      <RuleIcon size={16} stroke={1.7} aria-hidden />
      {label}
      <VisuallyHidden>{met ? ', met' : ', unmet'}</VisuallyHidden>
    </li>
  )
}

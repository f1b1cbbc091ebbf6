import { cssVariablesResolver } from '@lamella/shared/ui/theme/css-variables.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import {
  MantineProvider,
  SegmentedControl,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
  useMantineStyleNonce,
} from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import css from './kit.module.css'
import { KitButtons } from './kit-buttons.tsx'
import { KitChoices } from './kit-choices.tsx'
import { KitColors } from './kit-colors.tsx'
import { KitFieldStates, KitFields } from './kit-fields.tsx'
import { KitOpening } from './kit-opening.tsx'
import { KitPictures } from './kit-pictures.tsx'
import { KitStates } from './kit-states.tsx'
import { KitStatus } from './kit-status.tsx'
import { KitTableStates } from './kit-table-states.tsx'
import { KitTables } from './kit-tables.tsx'
import { KitType } from './kit-type.tsx'
import { KitUploads } from './kit-uploads.tsx'

type View = 'light' | 'dark' | 'both'

function Everything() {
  return (
    <>
      <KitTables />
      <KitTableStates />
      <KitFieldStates />
      <div className={css.columns}>
        <KitColors />
        <KitType />
        <KitButtons />
        <KitFields />
        <KitChoices />
        <KitOpening />
        <KitStatus />
        <KitPictures />
        <KitUploads />
        <KitStates />
      </div>
    </>
  )
}

const darkId = 'kit-dark'

/**
 * A dark section of a light page. A light one in a dark page would not work: Mantine's dark rules come later and win.
 */
function DarkScheme({ children }: { children: ReactNode }) {
  const nonce = useMantineStyleNonce()
  return (
    <div id={darkId} className={css.scheme} data-mantine-color-scheme="dark">
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        cssVariablesSelector={`#${darkId}`}
        deduplicateCssVariables={false}
        forceColorScheme="dark"
        getRootElement={() => document.getElementById(darkId) ?? undefined}
        getStyleNonce={() => nonce?.() ?? ''}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </div>
  )
}

/**
 * The page /dev/kit, for developers: every shared component in every state, in the light and the dark scheme, or both
 * side by side.
 */
export function KitPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [view, setView] = useState<View>(useComputedColorScheme('light', { getInitialValueInEffect: false }))
  const chosenBefore = useRef(colorScheme)

  const restore = useEffectEvent(() => setColorScheme(chosenBefore.current))
  useEffect(() => () => restore(), [])

  const show = (next: View) => {
    setView(next)
    setColorScheme(next === 'dark' ? 'dark' : 'light')
  }

  return (
    <div>
      <div className={css.bar}>
        <Title order={1}>Shared components</Title>
        <SegmentedControl
          aria-label="Colour scheme"
          value={view}
          onChange={show}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'both', label: 'Side by side' },
          ]}
        />
      </div>
      <div className={css.schemes} data-both={view === 'both' || undefined}>
        <div className={css.scheme}>
          <Everything />
        </div>
        {view === 'both' && (
          <DarkScheme>
            <Everything />
          </DarkScheme>
        )}
      </div>
    </div>
  )
}

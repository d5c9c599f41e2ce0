import { Pencil } from 'lucide';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { pendingEmail } from './pending-email.ts';
import { readablePhone } from './phone.ts';

const EditForm = latePart(
  () => loadForm(),
  (module) => module.EditForm,
);
const EmailChange = latePart(
  () => import('./email-change.tsx'),
  (module) => module.EmailChange,
);
const loadForm = () => import('./edit-form.tsx');

const FORM_SHAPES = ['h-20', 'h-20', 'h-20', 'h-14 rounded-full'];

/** The profile; read-only until the member chooses to edit, and again once it is saved. */
export function AccountSettings({ member }: { member: Member }) {
  const t = useT('account');
  const [editing, setEditing] = useState(false);
  /** The new address whose code is asked for. */
  const [newEmail, setNewEmail] = useState<string>();
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // The button is rendered again only after this.
    setTimeout(() => toggle.current?.focus());
  };
  // Pointing at the button often precedes a click; a failure shows when the form is opened.
  const preload = () => void loadForm().catch(() => undefined);
  return (
    <Card aria-labelledby="account">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="account" tabIndex={-1} className="font-bold text-xl outline-none">
          {t('heading')}
        </h2>
        {!editing && (
          <Button
            ref={toggle}
            size="small"
            variant="secondary"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => setEditing(true)}
          >
            <Icon of={Pencil} className="size-4" />
            {t('edit')}
          </Button>
        )}
      </div>
      {editing ? (
        <Suspense
          fallback={<Loading label={t('loading')} shapes={FORM_SHAPES} className="mt-4 grid gap-5" />}
        >
          <EditForm
            member={member}
            onCancel={close}
            onSaved={(unconfirmed) => {
              close();
              setNewEmail(unconfirmed);
            }}
          />
        </Suspense>
      ) : (
        <Facts member={member} />
      )}
      {(newEmail || pendingEmail(member)) && (
        <Suspense>
          <EmailChange member={member} asked={newEmail} onAsk={setNewEmail} returnFocus={toggle} />
        </Suspense>
      )}
    </Card>
  );
}

function Facts({ member }: { member: Member }) {
  const t = useT('account');
  return (
    <dl className="mt-2 divide-y divide-line">
      <Fact label={t('username')}>
        <bdi>{member.username}</bdi>
      </Fact>
      <Fact label={t('email')}>
        <bdi>{member.email}</bdi>
      </Fact>
      <Fact label={t('phone')}>
        {member.phone ? (
          <bdi dir="ltr">{readablePhone(member.phone)}</bdi>
        ) : (
          <span className="font-normal text-muted">{t('phoneNone')}</span>
        )}
      </Fact>
      <Fact label={t('password')}>
        {member.hasPassword ? (
          <>
            <span aria-hidden="true">••••••••</span>
            <span className="sr-only">{t('passwordHidden')}</span>
          </>
        ) : (
          <span className="font-normal text-muted">{t('passwordNone')}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere min-w-0 font-semibold">{children}</dd>
    </div>
  );
}

import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { CheckField } from '@tma/web/ui/check-field';
import { TextAreaField } from '@tma/web/ui/field';
import { useT } from '../../texts.ts';
import type { ChangeProps } from '../use-report-change.ts';
import css from './desk.module.css';
import { type KeepNote, useNote } from './use-note.ts';

interface AddNoteProps extends Omit<ChangeProps, 'onChange'> {
  /** Keeps a note that had no answer, to be sent later. */
  keep?: KeepNote;
}

/** Adds a note to a report's history. */
export function AddNote({ token, report, onLost, keep }: AddNoteProps) {
  const t = useT();
  const { draft, error, added, change, add } = useNote(token, report, () => onLost(report), keep);
  return (
    <form
      noValidate
      className={css.note}
      onSubmit={(event) => {
        event.preventDefault();
        add.run();
      }}
    >
      <TextAreaField
        label={t('note.label')}
        name="note"
        rows={3}
        announce
        required
        value={draft.text}
        readOnly={add.busy}
        error={error}
        onChange={(event) => change({ text: event.target.value })}
      />
      {/* There is nobody to read it once the account was erased. */}
      {report.userId !== null && report.name !== null && (
        <IsPublic checked={draft.isPublic} disabled={add.busy} onChange={(isPublic) => change({ isPublic })} />
      )}
      {draft.problem !== null && <Banner tone="quiet">{draft.problem()}</Banner>}
      <div className={css.send}>
        <Button type="submit" look="quiet" ref={add.ref} busy={add.busy}>
          {t('note.add')}
        </Button>
        <p role="status" className={css.outcome}>
          {added && t(added === 'kept' ? 'crew.kept' : 'note.added')}
        </p>
      </div>
    </form>
  );
}

interface IsPublicProps {
  checked: boolean;
  disabled: boolean;
  onChange: (isPublic: boolean) => void;
}

function IsPublic({ checked, disabled, onChange }: IsPublicProps) {
  const t = useT();
  return (
    <CheckField
      label={t('note.public')}
      hint={checked ? t('note.mailed') : t('note.private')}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

import { pictureAddress } from '@tma/web/reports/picture';
import { FileField } from '@tma/web/ui/file-field';
import { Sending } from '@tma/web/ui/sending';
import { useT } from '../../texts.ts';
import css from './proof-field.module.css';
import type { useProof } from './use-proof.ts';

interface ProofFieldProps {
  proof: ReturnType<typeof useProof>;
  /** Another is needed: the reporter said that it is not fixed. */
  required?: boolean;
  /** The public path of one that was sent before and is used unless another is chosen. */
  waiting?: string | null;
  /** The report is hidden: its pictures have no public address. */
  hidden?: boolean;
}

/** The picture of the finished work: chosen, shown, removed; what is wrong with it; how much of it is sent. */
export function ProofField({ proof, required = false, waiting = null, hidden = false }: ProofFieldProps) {
  const t = useT();
  const busy = proof.share !== null;
  return (
    <fieldset className={css.proof} disabled={busy}>
      <FileField
        name="proof"
        label={t('proof.picture')}
        hint={required ? t('proof.disputed') : undefined}
        accept="image/*"
        camera
        required={required && !waiting}
        error={proof.error}
        value={proof.file}
        onChange={proof.choose}
      />
      <div role="status">
        {proof.isSent && !busy && <p>{t('proof.sent')}</p>}
        {waiting && !proof.file && (
          <div className={css.waiting}>
            {!hidden && <img src={pictureAddress(waiting, 'small')} alt={t('proof.waitingPicture')} decoding="async" />}
            <p>{t('proof.waiting')}</p>
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** How much is sent. Outside of the field, which is disabled meanwhile: this can be stopped. */
export const ProofSending = ({ proof }: Pick<ProofFieldProps, 'proof'>) =>
  proof.share !== null && <Sending share={proof.share} onStop={proof.stop} />;

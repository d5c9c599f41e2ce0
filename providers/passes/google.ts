import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { GooglePasses, RewardPass } from '#domain/redemption/index.ts';

const SAVE_URL = 'https://pay.google.com/gp/v/save/';
/** Limit documented by Google, since browsers cut longer links. A longer link is made without colour and link. */
const LINK_LENGTH_MAX = 1_800;
const COLOUR = '#0b6855';

export interface GoogleSettings {
  issuerId: string;
  /** Email address of the service account. */
  account: string;
  /** Its private key, PEM. */
  key: string;
}

/**
 * Save links for Google Wallet: a token that contains the whole pass
 * (https://developers.google.com/wallet/generic/web).
 */
export function googlePasses(settings: GoogleSettings): GooglePasses {
  const key = createPrivateKey(settings.key);
  return {
    link: async (pass) => {
      const full = await linkOf(pass, true);
      const link = full.length <= LINK_LENGTH_MAX ? full : await linkOf(pass, false);
      if (link.length > LINK_LENGTH_MAX) throw new Error(`the pass is too long: ${link.length} characters`);
      return link;
    },
  };

  async function linkOf(pass: RewardPass, isFull: boolean): Promise<string> {
    const classId = `${settings.issuerId}.reward`;
    const token = await new SignJWT({
      iss: settings.account,
      aud: 'google',
      typ: 'savetowallet',
      origins: [],
      payload: {
        genericClasses: [{ id: classId }],
        genericObjects: [objectOf(pass, `${settings.issuerId}.${pass.redemptionId}`, classId, isFull)],
      },
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuedAt()
      .sign(key);
    return SAVE_URL + token;
  }
}

/** https://developers.google.com/wallet/reference/rest/v1/genericobject */
function objectOf(pass: RewardPass, id: string, classId: string, isFull: boolean): object {
  const { words } = pass;
  const text = (value: string) => ({ defaultValue: { language: words.language, value } });
  const title = pass.test ? `${words.test}: ${pass.title}` : pass.title;
  return {
    id,
    classId,
    state: 'ACTIVE',
    cardTitle: text(pass.productName),
    header: text(words.value),
    subheader: text(title),
    ...(pass.endsAt ? { validTimeInterval: { end: { date: pass.endsAt.toISOString() } } } : {}),
    textModulesData: [{ id: 'about', body: words.brief }],
    ...(isFull
      ? {
          hexBackgroundColor: COLOUR,
          linksModuleData: { uris: [{ id: 'open', uri: pass.link, description: words.open }] },
        }
      : {}),
  };
}

import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Petsa at oras: {at}.';
const WAS_YOU = 'Kung ikaw iyon, wala kang kailangang gawin.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Kung hindi ikaw iyon, i-reset agad ang password mo at sumulat sa {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Tingnan ang account mo',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Kung hindi ikaw iyon, wala kang kailangang gawin.';
const SWITCHES = 'Mapipili mo sa profile mo kung aling mga mail ang ipapadala namin.';
const QUESTIONS = 'May tanong? Sumulat sa {support}.';
const TO_CARDS = 'Tingnan ang mga card ko';

const notices: Texts['notices'] = {
  password_changed: change(
    'Pinalitan ang password mo sa {product}',
    'Pinalitan ang password ng account mo, at na-sign out ang lahat ng ibang device.',
  ),
  two_factor_enabled: change(
    'Naka-on na ang two-factor sign-in sa {product}',
    'Kailangan na ng ikalawang hakbang para makapag-sign in sa account mo, gamit ang authenticator app o passkey. Na-sign out ang lahat ng ibang device.',
  ),
  two_factor_disabled: change(
    'Naka-off na ang two-factor sign-in sa {product}',
    'Wala nang hihinging ikalawang hakbang para makapag-sign in sa account mo.',
  ),
  backup_codes_renewed: change(
    'Mga bagong backup code sa {product}',
    'Gumawa ng mga bagong backup code para sa account mo. Hindi na gumagana ang mga luma.',
  ),
  backup_code_used: change(
    'May nagamit na backup code sa {product}',
    'May backup code ng account mo na ginamit bilang ikalawang hakbang. Hindi na ito gagana sa ikalawang pagkakataon.',
  ),
  passkey_added: change(
    'May idinagdag na passkey sa {product} account mo',
    'May idinagdag na passkey sa account mo, sa device na ito: {device}. Makakapag-sign in gamit ito kahit wala ang password mo. Hindi ito mapipigilan ng bagong password: kung hindi sa iyo ang passkey, alisin ito sa profile mo.',
  ),
  passkey_removed: change(
    'May inalis na passkey sa {product} account mo',
    'May inalis na passkey sa account mo at hindi na ito magagamit sa pag-sign in.',
  ),
  passkey_copied: change(
    'Tinanggihan ang isang kopya ng {product} passkey mo',
    'May sumubok na mag-sign in gamit ang mukhang kopya ng passkey mo, dito: {device}. Hindi siya nakapasok. Alisin ang passkey na iyon sa profile mo at magdagdag ng bago.',
  ),
  identity_linked: change(
    'Makakapag-sign in na sa {product} account mo gamit ang {provider}',
    'May account sa {provider} na na-link sa account mo, at magagamit na ito para makapag-sign in. Hindi ito mapipigilan ng bagong password: kung hindi sa iyo ang account na iyon, i-unlink ito sa profile mo.',
  ),
  identity_unlinked: change(
    'Hindi na makakapag-sign in sa {product} account mo gamit ang {provider}',
    'Na-unlink sa account mo ang account sa {provider}, at hindi na ito magagamit para makapag-sign in.',
  ),
  new_device: change(
    'Bagong pag-sign in sa {product}',
    'May nag-sign in sa account mo, malamang ikaw, mula sa device o lugar na hindi pa namin nakita dati: {device}.',
  ),
  second_factors_refused: change(
    'Mga maling two-factor code para sa {product} account mo',
    'May naglagay ng tamang password ng account mo at pagkatapos ay ilang maling two-factor code, ang huli ay dito: {device}. Hindi siya nakapasok, pero baka alam niya ang password mo.',
  ),
  second_factors_refused_elsewhere: change(
    'Mga maling two-factor code para sa {product} account mo',
    'May nag-sign in sa {provider} gamit ang account na naka-link sa account mo at pagkatapos ay naglagay ng ilang maling two-factor code, ang huli ay dito: {device}. Hindi siya nakapasok sa account mo.',
    'Kung hindi ikaw iyon, protektahan agad ang account mo sa {provider} o i-unlink ito sa profile mo, at sumulat sa {support}. Hindi ito mapipigilan ng bagong password dito.',
  ),
  passwords_refused: change(
    'Maraming maling password para sa {product} account mo',
    'May sumubok ng napakaraming maling password para sa account mo, ang huli ay dito: {device}. Walang tama sa mga iyon. Gumagana pa rin ang mga device kung saan nakapag-sign in ka na; tatanggihan ang mga bago nang hanggang isang araw, maliban kung ire-reset mo ang password mo.',
  ),
  passwords_refused_known: change(
    'Maraming maling password para sa {product} account mo',
    'May sumubok ng maraming maling password para sa account mo, sa device kung saan nakapag-sign in ka na o gamit ang data na kinopya mula roon: {device}. Walang tama sa mga iyon. Isa-sign out ng bagong password ang lahat ng device.',
  ),
  email_change_requested: change(
    'Bagong address para sa account mo sa {product}',
    'May humiling, malamang ikaw, na ilipat ang account mo sa ibang email address. Wala pang nagbabago: kailangan ng paglipat ang code na ipinadala sa bagong address.',
  ),
  email_changed: change(
    'Pinalitan ang address mo sa {product}',
    'Nasa ibang email address na ang account mo. Doon na mapupunta ang mga mail namin mula ngayon.',
    'Kung hindi ikaw iyon, sumulat agad sa {support} mula sa address na ito: wala nang ipinapadalang link para sa bagong password dito. Kung may device ka pang naka-sign in, ibalik doon sa profile mo ang address na ito, at saka palitan ang password mo.',
  ),
  data_exported: change(
    'May nag-download ng kopya ng {product} data mo',
    'May nag-download, malamang ikaw, ng kopya ng lahat ng data ng account mo.',
  ),
  points_credited: {
    subject: 'Dumating ang {points}',
    paragraphs: ['Kumita ka ng {points} sa {what}. {balance} na ang balanse mo.'],
    button: 'Tingnan ang history mo',
    footnotes: [SWITCHES],
    push: '{what}. {balance} ang balanse mo.',
  },
  points_reversed: {
    subject: 'Binawi ang {points}',
    paragraphs: [
      'Binawi ng partner na nagbayad para sa {what} ang {points}. {balance} na ang balanse mo.',
      'Ginagawa ito ng mga partner kapag hindi tinanggap ng advertiser ang isang task: hindi ito natapos, nagawa na dati, o nakansela ang isang order. Kung mas mababa sa zero ang balanse mo, pupunan ito ng bago mong puntos.',
      'Kung sa tingin mo ay tama ang task, magtanong muna sa mga help page ng offer wall, at sumulat sa {support} kung hindi sila makatulong.',
    ],
    button: 'Tingnan ang history mo',
    footnotes: [SWITCHES],
    push: 'Binawi ng partner ng {what} ang puntos nito. {balance} ang balanse mo.',
  },
  pending_reversed: {
    subject: 'Hindi darating ang {points}',
    paragraphs: [
      'Hindi nagbabayad ang partner para sa {what}, kaya hindi darating ang pending na {points}. {balance} pa rin ang balanse mo.',
      'Ginagawa ito ng mga partner kapag hindi tinanggap ng advertiser ang isang task: hindi ito natapos, nagawa na dati, o nakansela ang isang order.',
      'Kung sa tingin mo ay tama ang task, magtanong muna sa mga help page ng offer wall, at sumulat sa {support} kung hindi sila makatulong.',
    ],
    button: 'Tingnan ang history mo',
    footnotes: [SWITCHES],
    push: 'Hindi nagbabayad ang partner para sa {what}. {balance} pa rin ang balanse mo.',
  },
  debt_met: {
    subject: 'Ibinawas ang {points} para sa dati mong account',
    paragraphs: [
      'May utang pang {points} ang dati mong account na may parehong mailbox. Ibinawas ito sa balanse mo, na {balance} na ngayon.',
      'Kung mas mababa sa zero ang balanse mo, pupunan ito ng bago mong puntos.',
      'Kung sa tingin mo ay mali ito, sumulat sa {support}.',
    ],
    button: 'Tingnan ang history mo',
    footnotes: [SWITCHES],
    push: 'May ganito pang utang ang dati mong account. {balance} na ang balanse mo.',
  },
  claim_granted: {
    subject: 'Dumating na ang kulang mong reward: {points}',
    paragraphs: [
      'Sinuri namin ang report mo tungkol sa {what}, at nasa account mo na ang {points}.',
      '{answer}',
    ],
    button: 'Tingnan ang history mo',
    footnotes: [SWITCHES],
    push: 'Nasa account mo na ang {points} para sa {what}.',
  },
  claim_refused: {
    subject: 'Sinuri namin ang report mo',
    paragraphs: ['Sinuri namin ang report mo tungkol sa {what} at hindi namin ito mapagbigyan.', '{answer}'],
    button: 'Tingnan ang mga task mo',
    footnotes: [QUESTIONS],
    push: 'Hindi namin mapagbigyan ang report mo tungkol sa {what}. Nasa mga report mo ang sagot.',
  },
  offer_deadline: {
    subject: 'Kaunti na lang ang oras: {what}',
    paragraphs: [
      'Sinimulan mo ang {what}. Kailangang maabot ang susunod na hakbang bago ang {at}; pagkatapos noon, wala na itong ibibigay na puntos.',
    ],
    button: 'Tingnan ang mga task mo',
    footnotes: [SWITCHES],
    push: 'Kailangang maabot ang susunod na hakbang bago ang {at}.',
  },
  threshold_reached: {
    subject: 'Handa na ang reward mo',
    paragraphs: ['Umabot na sa {balance} ang balanse mo. Puwede mo itong i-redeem kahit kailan mo gusto.'],
    button: 'I-redeem ang reward mo',
    footnotes: [SWITCHES],
    push: 'Umabot na sa {balance} ang balanse mo. I-redeem ito kahit kailan mo gusto.',
  },
  redemption_issued: {
    subject: 'Handa na ang {amount} na reward mo',
    paragraphs: [
      'Na-isyu na ang {amount} na reward mo. Makikita mo ito sa Mga Card, kasama ang lahat ng kailangan mo para magastos ito.',
    ],
    button: 'Ipakita ang reward ko',
    footnotes: ['Hindi kami kailanman nagpapadala ng numero ng card o code sa mail.'],
    push: 'Makikita mo ito sa Mga Card.',
  },
  redemption_failed: {
    subject: 'Hindi na-isyu ang {amount} na reward mo',
    paragraphs: [
      'Tinanggihan ng issuer ang {amount} na reward mo. Walang nawala: nasa balanse mo na ulit ang {points}.',
      'Kung may tanong ka, sumulat sa {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Walang nawala: nasa balanse mo na ulit ang {points}.',
  },
  redemption_refused: {
    subject: 'Hindi naibigay ang {amount} na reward mo',
    paragraphs: [
      'Hindi naibigay ng team ng {product} ang {amount} na reward mo. Walang nawala: nasa balanse mo na ulit ang {points}.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Walang nawala: nasa balanse mo na ulit ang {points}.',
  },
  redemption_in_review: {
    subject: 'Mas matatagalan ang {amount} na reward mo',
    paragraphs: [
      'Hindi pa na-isyu ang {amount} na reward mo, kaya may taong sumusuri nito. Nakatabi ang puntos mo para rito at hindi mawawala.',
      'Sasabihan ka namin kapag napagpasyahan na.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'May taong sumusuri nito. Nakatabi ang puntos mo para rito.',
  },
  redemption_late: {
    subject: 'Mas matatagalan ang {amount} na reward mo',
    paragraphs: [
      'Mas matagal ang {amount} na reward mo kaysa sa ipinangako namin: ang team namin mismo ang nagbibigay nito at hindi pa ito nagagawa. Nakatabi ang puntos mo para rito at hindi mawawala.',
      'Sasabihan ka namin kapag handa na ito. Kung hindi namin ito maibigay, babalik ang puntos mo at sasabihin namin kung bakit.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Ang team namin mismo ang nagbibigay nito. Nakatabi ang puntos mo para rito.',
  },
  redemption_details: {
    subject: 'Naghihintay sa mga detalye mo ang {amount} na card mo',
    paragraphs: [
      'Kailangan ng card issuer ang billing address mo at pangalan sa profile na nasa mga titik Latin (A–Z) bago nito ma-isyu ang {amount} na card mo.',
      'Ilagay ang billing address mo sa Mga Card. Tutuloy ang card mo kapag nasa issuer na ang dalawa. Kung naibigay mo na ang dalawa, hindi tinanggap ng issuer ang isa sa mga ito: pakitingnan ang bawat linya.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Kailangan ng card issuer ang billing address mo at pangalan sa mga titik Latin.',
  },
  award_issued: {
    subject: 'Binigyan ka ng {product} ng {amount} na card',
    paragraphs: [
      'Binigyan ka ng team ng {product} ng {amount} na card. Walang ibinawas sa puntos mo.',
      '{text}',
      'Makikita mo ito sa Mga Card, kasama ang lahat ng kailangan mo para magastos ito.',
    ],
    button: 'Ipakita ang card ko',
    footnotes: ['Hindi kami kailanman nagpapadala ng numero ng card sa mail.'],
    push: 'Walang ibinawas sa puntos mo. Makikita mo ito sa Mga Card.',
  },
  award_failed: {
    subject: 'Hindi na-isyu ang {amount} na card na regalo sa iyo',
    paragraphs: [
      'Binigyan ka ng team ng {product} ng {amount} na card, pero hindi ito na-isyu. Walang ibinawas sa puntos mo.',
      '{text}',
      'Kung may tanong ka, sumulat sa {support}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Walang ibinawas sa puntos mo. Tingnan ang dahilan sa Mga Card.',
  },
  points_added: {
    subject: 'Nakakuha ka ng {points} mula sa {product}',
    paragraphs: [
      'Nagdagdag ang team ng {product} ng {points} sa balanse mo, na {balance} na ngayon.',
      '{text}',
    ],
    button: 'Tingnan ang balanse ko',
    footnotes: [SWITCHES],
    push: 'Idinagdag ito ng team sa balanse mo, na {balance} na ngayon.',
  },
  points_removed: {
    subject: 'Ibinawas ang {points} sa balanse mo',
    paragraphs: [
      'Nagbawas ang team ng {product} ng {points} sa balanse mo, na {balance} na ngayon.',
      '{text}',
      'Kung sa tingin mo ay mali ito, sumulat sa {support}.',
    ],
    button: 'Tingnan ang balanse ko',
    footnotes: [QUESTIONS],
    push: '{balance} na ang balanse mo. Tingnan ang dahilan sa mail.',
  },
  redemption_checked: {
    subject: 'Sinusuri namin ang {amount} na reward mo bago ito i-isyu',
    paragraphs: [
      'May tao sa team namin na sumusuri sa redemption mo ng {points} bago i-isyu ang {amount} na reward mo. Nakatabi ang puntos mo para rito at hindi mawawala.',
      'Makikita sa Mga Card kung hanggang kailan ito pagpapasyahan. Wala kang kailangang gawin maliban kung may itanong kami roon.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'May taong susuri muna nito. Nakatabi ang puntos mo para rito.',
  },
  redemption_question: {
    subject: 'Tanong tungkol sa {amount} na reward mo',
    paragraphs: [
      'Bago ma-isyu ang {amount} na reward mo, may tanong ang team namin:',
      '{text}',
      'Sagutin ito sa Mga Card. Nakatabi ang puntos mo para rito at hindi mawawala.',
    ],
    button: 'Sumagot',
    footnotes: [QUESTIONS],
    push: 'May tanong sa iyo ang team namin. Sagutin ito sa Mga Card.',
  },
  review_refunded: {
    subject: 'Nasa balanse mo na ulit ang {points}',
    paragraphs: [
      'Matapos suriin, hindi na-isyu ang {amount} na reward mo, at nasa balanse mo na ulit ang {points}.',
      '{text}',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Matapos suriin, hindi na-isyu ang {amount} na reward mo.',
  },
  review_lapsed: {
    subject: 'Nasa balanse mo na ulit ang {points}',
    paragraphs: [
      'Hindi kami nakapagpasya sa tamang oras tungkol sa {amount} na reward mo, kaya hindi ito na-isyu. Nasa balanse mo na ulit ang {points}.',
      'Pasensya na sa paghihintay.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Hindi kami nakapagpasya sa tamang oras tungkol sa {amount} na reward mo.',
  },
  review_stopped: {
    subject: 'Nasa balanse mo na ulit ang {points}',
    paragraphs: [
      'Naka-pause o suspendido ang account mo nang matapos ang oras para magpasya tungkol sa {amount} na reward mo, kaya hindi ito na-isyu. Nasa balanse mo na ulit ang {points}.',
      'Kapag bukas na ulit ang account mo, puwede ka nang mag-redeem ulit.',
    ],
    button: TO_CARDS,
    footnotes: [QUESTIONS],
    push: 'Naka-pause o suspendido ang account mo, kaya hindi na-isyu ang {amount} na reward mo.',
  },
  review_overdue: {
    subject: 'May redemption na {amount} na naghihintay ng desisyon',
    paragraphs: [
      'Nire-review ang isang redemption na {amount}, at lampas na ang kalahati ng oras para rito. Kapag naubos ang oras, magpapasya ang site ayon sa mga setting nito.',
    ],
    button: 'Buksan ang mga review',
    footnotes: [],
    push: 'Lampas na ang kalahati ng oras para sa review nito.',
  },
  webhook_stopped: {
    subject: 'Isinara ang webhook papunta sa {what}',
    paragraphs: [
      'Hindi na ipinapadala ang mga pangyayari sa {what}: sumagot itong ayaw na nito, o wala itong tinanggap sa loob ng limang araw. Hindi na ipapaalam dito ang mangyayari mula ngayon.',
      'Kapag gumana na ulit ang kabilang sistema, buksan ang webhook at ipadala ulit ang mga pumalya.',
    ],
    button: 'Buksan ang mga webhook',
    footnotes: [],
    push: 'Ayaw na nito ng mga pangyayari, o wala itong tinanggap sa loob ng limang araw.',
  },
  redemption_returned: {
    subject: 'Kinansela ang {amount} na reward mo',
    paragraphs: [
      'Kinansela ng issuer ang {amount} na reward mo bago magastos ang anumang laman nito. Walang nawala: nasa balanse mo na ulit ang {points}.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Walang nagastos dito: nasa balanse mo na ulit ang {points}.',
  },
  redemption_withdrawn: {
    subject: 'Kinansela ang {amount} na reward mo',
    paragraphs: [
      'Kinansela ng issuer ang {amount} na reward mo, kaya hindi na ito magagamit. Walang bumalik na puntos para rito.',
      'Kung sa tingin mo ay mali ito, sumulat sa {support}. May taong susuri nito.',
    ],
    button: TO_CARDS,
    footnotes: [SWITCHES],
    push: 'Hindi na ito magagamit. Tingnan ang dahilan sa Mga Card.',
  },
  reward_ending: {
    subject: 'Malapit nang mag-expire ang {amount} na reward mo',
    paragraphs: [
      'Magagamit mo ang {amount} na reward mo hanggang {day}; pagkatapos noon, hindi na. Makikita mo ito sa Mga Card.',
      'Kung nagamit mo na ito, wala kang kailangang gawin.',
    ],
    button: 'Ipakita ang reward ko',
    footnotes: [SWITCHES],
    push: 'Magagamit mo ito hanggang {day}.',
  },
  account_suspended: {
    subject: 'Suspendido ang {product} account mo',
    paragraphs: [
      'Suspendido ang account mo. Walang makakapag-sign in dito, at walang ii-isyu mula rito. Walang kukuning puntos dahil dito, pero puwede pa ring bawiin ng mga partner ang ibinigay nila.',
      'Ang dahilan: {reason}.',
      '{text}',
      'Puwede kang sumagot: mag-sign in gaya ng dati, at makikita mo kung saan. May taong magbabasa nito at magpapasya.',
    ],
    button: 'Mag-sign in',
    footnotes: [QUESTIONS],
    push: 'Suspendido ang account mo.',
  },
  account_reinstated: {
    subject: 'Bukas na ulit ang {product} account mo',
    paragraphs: [
      'Tapos na ang suspensyon ng account mo. Puwede ka nang mag-sign in gaya ng dati.',
      '{answer}',
    ],
    button: 'Mag-sign in',
    footnotes: [QUESTIONS],
    push: 'Puwede ka nang mag-sign in ulit.',
  },
  suspension_kept: {
    subject: 'Sinuri namin ang sagot mo',
    paragraphs: ['Sinuri namin ang sagot mo, at mananatiling suspendido ang account mo.', '{answer}'],
    button: 'Mag-sign in',
    footnotes: [QUESTIONS],
    push: 'Mananatiling suspendido ang account mo.',
  },
  account_paused: {
    subject: 'Naka-pause ang redemption mo sa {product}',
    paragraphs: [
      'Naka-pause ang redemption ng account mo. Puwede kang mag-sign in, makita ang lahat at patuloy na kumita, at mananatiling sa iyo ang puntos mo.',
      'Ang dahilan: {reason}.',
      '{text}',
      'Puwede kang sumagot sa profile mo. May taong magbabasa nito at magpapasya.',
    ],
    button: 'Basahin at sagutin',
    footnotes: [QUESTIONS],
    push: 'Tingnan sa profile mo ang dahilan at kung paano sumagot.',
  },
  api_key_created: {
    subject: 'May ginawang bagong API key ng {product}',
    paragraphs: [
      'May owner ng {product} na gumawa ng API key na “{keyName}” ({beginning}…). Ang sinumang may hawak nito ay puwedeng magpadala ng request sa admin na bahagi ng {product}. Nasa listahan ng mga key kung sino ang gumawa nito, ano ang puwede nitong gawin at hanggang kailan.',
      'Kung walang may gusto nito sa team mo, i-revoke ito agad.',
    ],
    button: 'Tingnan ang mga API key',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'May owner na gumawa ng key na “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'May bagong address ang isang webhook ng {product}',
    paragraphs: [
      'May owner ng {product} na gumawa ng webhook o nagbigay ng bagong address sa isa: ipinapadala na ngayon sa {what} ang mga pangyayari sa site. Nasa listahan ng mga webhook kung aling mga pangyayari, at nasa audit trail kung sino ang gumawa nito.',
      'Kung walang sinuman sa team mo ang may gusto nito, alisin agad ang webhook.',
    ],
    button: 'Buksan ang mga webhook',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'Ipinapadala na ngayon sa {what} ang mga pangyayari sa site.',
  },
  staff_changed: {
    subject: 'May nagbagong role sa mga admin ng {product}',
    paragraphs: [
      'May nabigyan ng role bilang admin sa {product}, napalitan ng role, o nawalan na nito. Nasa listahan ng staff kung sino ang may anong role, at nasa audit trail kung sino ang nagbago nito.',
      'Kung walang sinuman sa team mo ang may gusto nito, alisin agad ang role.',
    ],
    button: 'Tingnan ang staff',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'May nabigyan ng role bilang admin, napalitan ng role, o nawalan na nito.',
  },
  staff_suspension: {
    subject: 'May admin ng {product} na sinuspinde, o natapos ang suspensyon',
    paragraphs: [
      'May taong may role bilang admin sa {product} na sinuspinde, o natapos ang suspensyon niya. Nasa audit trail kung sino siya at kung sino ang gumawa nito.',
      'Kung walang sinuman sa team mo ang may gusto nito, ibalik agad sa dati.',
    ],
    button: 'Buksan ang audit trail',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'May admin na sinuspinde, o natapos ang suspensyon.',
  },
  connection_ended: {
    subject: 'May API key o webhook ng {product} na isinara',
    paragraphs: [
      'May owner ng {product} na nag-revoke ng API key, nag-alis o nagsara ng webhook, o nagbawas ng mga pangyayari nito: {what}. Posibleng hindi na gumana ang umaasa rito. Nasa audit trail kung sino ang gumawa nito.',
      'Kung walang sinuman sa team mo ang may gusto nito, palitan agad ito.',
    ],
    button: 'Buksan ang audit trail',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'Posibleng hindi na gumana ang umaasa sa {what}.',
  },
  staff_factor_reset: {
    subject: 'Ni-reset ang ikalawang hakbang ng isang admin ng {product}',
    paragraphs: [
      'Sa command line ng server, inalis ang ikalawang hakbang at lahat ng passkey ng isang may role bilang admin sa {product}. Hanggang i-set up niya itong muli, sapat na ang password niya para makapag-sign in. Nasa audit trail kung sino siya.',
      'Kung walang sinuman sa team mo ang may gusto nito, alisin agad ang role.',
    ],
    button: 'Tingnan ang staff',
    footnotes: ['Natatanggap ng bawat owner ang email na ito.'],
    push: 'Ni-reset ang ikalawang hakbang ng isang admin.',
  },
  staff_role_changed: {
    subject: 'Nagbago ang role mo sa {product}',
    paragraphs: [
      'Nabigyan ka ng role bilang admin sa {product}, napalitan ang role mo, o nawalan ka na nito. Na-sign out ka sa lahat ng device. Mag-sign in ulit para makita kung ano na ang puwede mong gawin.',
    ],
    button: 'Buksan ang profile ko',
    footnotes: ['Kung hindi mo ito inaasahan, sumulat sa {support}.'],
    push: 'Na-sign out ka sa lahat ng device.',
  },
  account_resumed: {
    subject: 'Bukas na ulit ang redemption mo sa {product}',
    paragraphs: ['Tapos na ang pause ng account mo. Puwede mo nang i-redeem ang puntos mo gaya ng dati.'],
    button: 'Pumunta sa profile mo',
    footnotes: [QUESTIONS],
    push: 'Puwede mo nang i-redeem ang puntos mo gaya ng dati.',
  },
  appeal_granted: {
    subject: 'Sinuri namin ang sagot mo',
    paragraphs: ['Sinuri namin ang sagot mo, at tapos na ang pause ng account mo.', '{answer}'],
    button: 'Pumunta sa profile mo',
    footnotes: [QUESTIONS],
    push: 'Tapos na ang pause ng account mo.',
  },
  appeal_kept: {
    subject: 'Sinuri namin ang sagot mo',
    paragraphs: [
      'Sinuri namin ang sagot mo, at mananatili muna ang pause ng account mo. Mananatiling sa iyo ang puntos mo.',
      '{answer}',
    ],
    button: 'Pumunta sa profile mo',
    footnotes: [QUESTIONS],
    push: 'Mananatili muna ang pause. Tingnan ang profile mo.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} ang code mo sa {product}',
    paragraphs: [
      'Welcome! Ilagay ang code na ito para makumpirma ang email address mo at matapos ang pag-sign up:',
    ],
    button: 'Kumpirmahin sa device na ito',
    footnotes: [
      'May bisa ang code nang {minutes} minuto. Kapag may mas bagong code, hindi na gagana ang isang ito.',
      'Kung hindi ka nag-sign up, huwag pansinin ang mail na ito: walang account kung walang code. Huwag ibigay ang code kahit kanino.',
    ],
  },
  alreadyMember: {
    subject: 'May account ka na sa {product}',
    paragraphs: [
      'May sumubok, malamang ikaw, na mag-sign up sa {product} gamit ang address na ito. May account na ito, kaya walang nagbago.',
      'Mag-sign in gamit ang password mo. Kung nakalimutan mo ito, piliin doon ang “Nakalimutan ang password?”.',
    ],
    button: 'Mag-sign in',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'I-reset ang password mo sa {product}',
    paragraphs: ['May humiling, malamang ikaw, na i-reset ang password ng account mo.'],
    button: 'Pumili ng bagong password',
    footnotes: [
      'Isang beses lang gagana ang link at mag-e-expire ito sa loob ng {hours} oras. Kapag may mas bagong link, hindi na gagana ang isang ito.',
      'Kung hindi ikaw iyon, huwag pansinin ang mail na ito: hindi magbabago ang password mo.',
    ],
  },
  emailChangeCode: {
    subject: '{code} ang kumukumpirma sa bago mong address sa {product}',
    paragraphs: ['Ilagay ang code na ito sa profile mo para ilipat ang account mo sa address na ito:'],
    footnotes: [
      'May bisa ang code nang {minutes} minuto. Kapag may mas bagong code, hindi na gagana ang isang ito.',
      'Kung hindi mo ito hiningi, huwag pansinin ang mail na ito: walang magbabago kung walang code. Huwag ibigay ang code kahit kanino.',
    ],
  },
  emailTaken: {
    subject: 'May account na sa {product} ang address na ito',
    paragraphs: [
      'May humiling na ilipat sa address na ito ang ibang account sa {product}. May sarili na itong account, kaya walang nagbago.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Nabura na ang account mo sa {product}',
    paragraphs: [
      'Nabura ang account mo at ang mga personal mong detalye. Hindi na makukuha ang mga reward na papunta pa lang. Mananatili ang mga rekord sa ilalim ng random na numero, at marahil ang fingerprint ng mailbox mo, sa panahong sinasabi ng patakaran sa privacy. Salamat sa pagsama sa amin.',
      TIME,
      'Kung hindi ikaw iyon, sumulat agad sa {support}. Hindi na maibabalik ang nabura nang data.',
    ],
    footnotes: ['Ito ang huling mail sa address na ito. Puwede kang mag-sign up ulit kahit kailan.'],
  },
  farewellToEarlier: {
    subject: 'Nabura ang isang {product} account na dating nasa address na ito',
    paragraphs: [
      'Nabura ang isang {product} account na hanggang kamakailan ay nasa address na ito.',
      TIME,
      'Kung hindi ikaw ang naglipat nito sa ibang address at nagbura nito, sumulat agad sa {support} mula sa address na ito. Hindi na maibabalik ang nabura nang data.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Filipino. */
export const fil: Texts = {
  points: { one: '{count} puntos', other: '{count} puntos' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'mukhang iisang tao ang may-ari ng ilang account',
    disposable_email: 'gumagamit ang account ng pansamantalang email address',
    unusual_speed: 'masyadong mabilis natapos ang mga task',
    many_reversals: 'maraming puntos ang binawi ng mga partner',
    region: 'mukhang ginagamit ang account mula sa rehiyong hindi namin napaglilingkuran',
    staff_review: 'may tao sa team namin na sumusuri sa account',
  },
  pass: {
    description: 'Reward pass ng {product}',
    value: 'Halaga',
    issued: 'Na-isyu',
    expires: 'May bisa hanggang',
    reference: 'Reference',
    about: 'Tungkol sa pass na ito',
    note: 'Paalala ang pass na ito tungkol sa reward mo. Hindi ito payment card, hindi pang-tap to pay at walang lamang code. Nasa account mo sa {product} ang reward mo.',
    brief: 'Hindi ito pambayad. Nasa {product} ang reward mo.',
    open: 'Buksan ang {product}',
    test: 'TEST PASS',
  },
  unsubscribe: {
    why: 'Natatanggap mo ang mail na ito dahil pumayag ka sa mga balita at offer ng {product}.',
    link: 'Mag-unsubscribe',
    title: 'Mag-unsubscribe',
    question:
      'Gusto mo bang itigil ang pagtanggap ng mga balita at offer ng {product} sa email? Darating pa rin ang mga mail tungkol sa account mo.',
    button: 'Mag-unsubscribe',
    doneTitle: 'Naka-unsubscribe ka na',
    done: 'Hindi ka na namin padadalhan ng mga balita at offer. Puwede ka ulit pumayag sa mga ito sa profile mo.',
    invalidTitle: 'Hindi gumagana ang link na ito',
    invalid:
      'Hindi kumpleto ang link. Buksan ito ulit mula sa mail, o i-off ang mga promo email sa profile mo.',
    home: 'Pumunta sa {product}',
  },
};
